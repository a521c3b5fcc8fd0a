import type { StripeCardElementOptions, StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** Returns the site's font, which the provider's frame loads from this site. */
export function readFonts(): StripeElementsOptionsClientSecret {
  const src = `url(${location.origin}/fonts/figtree-latin.woff2) format("woff2")`
  return { fonts: [{ family: 'Figtree Variable', src, weight: '300 900' }] }
}

/** Returns the options of the card field, which is in the provider's frame: the page's styles don't apply there. */
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
  const color = (name: string) => page.getPropertyValue(name).trim()
  const ink = color('--color-base-content')
  const red = color('--color-error')
  return {
    hidePostalCode: true,
    disableLink: true,
    style: {
      base: {
        color: ink,
        // A browser may draw the frame on white.
        backgroundColor: color('--color-base-100'),
        iconColor: ink,
        fontFamily: '"Figtree Variable", system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: color('--quiet') },
      },
      invalid: { color: red, iconColor: red },
    },
  }
}
