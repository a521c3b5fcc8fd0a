import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmFirst } from './SendAgain.tsx'

test('says that the email has to be confirmed first, as a status, and offers the link again', () => {
  const html = renderToStaticMarkup(<ConfirmFirst email="ann@example.org" />)
  expect(html).toMatch(
    /^<div role="status".*Confirm your email first\..*<button[^>]*>.*Send the link again.*<\/button>/,
  )
})
