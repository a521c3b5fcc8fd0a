import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** How the card field looks: it is in a frame of the provider's, where the page's own styles do not reach. */
export function useCardStyle(): StripeCardElementOptions {
  const [options, setOptions] = useState(readOptions)

  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const read = () => setOptions(readOptions())
    scheme.addEventListener('change', read)
    return () => scheme.removeEventListener('change', read)
  }, [])

  return options
}

function readOptions(): StripeCardElementOptions {
  const page = getComputedStyle(document.documentElement)
  const colour = (name: string) => page.getPropertyValue(name).trim()
  const ink = colour('--color-base-content')
  const red = colour('--color-error')
  return {
    hidePostalCode: true,
    disableLink: true,
    style: {
      base: {
        color: ink,
        // A frame may be drawn on white, whatever the page is.
        backgroundColor: colour('--color-base-100'),
        iconColor: ink,
        fontFamily: 'system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: colour('--quiet') },
      },
      invalid: { color: red, iconColor: red },
    },
  }
}
