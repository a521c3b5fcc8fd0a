import type { StripeCardElementOptions, StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** The pages' font, for the provider's frame to load from this site. */
export function readFonts(): StripeElementsOptionsClientSecret {
  const src = `url(${location.origin}/fonts/figtree-latin.woff2) format("woff2")`
  return { fonts: [{ family: 'Figtree Variable', src, weight: '300 900' }] }
}

/** Options of the card field. It is in the provider's frame, which the page's own styles don't reach. */
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
        fontFamily: '"Figtree Variable", system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: colour('--quiet') },
      },
      invalid: { color: red, iconColor: red },
    },
  }
}
