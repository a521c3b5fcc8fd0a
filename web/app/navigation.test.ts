import { expect, test } from 'vitest'
import { needsDocument } from './navigation.ts'

const payment = '/dashboard/payment/1'

test('the payment page needs a document of its own', () => {
  expect(needsDocument('/dashboard', payment)).toBe(true)
  expect(needsDocument('/login', payment)).toBe(true)
  expect(needsDocument(payment, '/dashboard')).toBe(true)
  expect(needsDocument(payment, '/')).toBe(true)
})

test('the pages with doctors’ photos share a document of their own', () => {
  expect(needsDocument('/dashboard/manageDoctor', '/dashboard/addDoctor')).toBe(false)
  expect(needsDocument('/dashboard/users', '/dashboard/manageDoctor')).toBe(true)
  expect(needsDocument('/dashboard/addDoctor', '/dashboard')).toBe(true)
  expect(needsDocument('/dashboard/addDoctor', payment)).toBe(true)
})

test('other changes of page stay within their document', () => {
  expect(needsDocument('/', '/dashboard')).toBe(false)
  expect(needsDocument('/dashboard', '/dashboard/receipt/1')).toBe(false)
  expect(needsDocument(payment, '/dashboard/payment/2')).toBe(false)
})

test('the login page keeps the document, and with it the page to return to', () => {
  expect(needsDocument(payment, '/login')).toBe(false)
})
