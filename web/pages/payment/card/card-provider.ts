import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import type { Clinic } from '#contract/site/clinic.ts'

const options = { locale: 'en' } as const

/** The provider's object: Stripe's own script makes it, or the one that stands in for it. Nothing else on the page knows which.
 *  Rejects when the script can't be loaded; asking again tries again. */
export async function loadCardProvider({ publishableKey, script }: Clinic['card']): Promise<Stripe> {
  if (script === null) {
    const stripe = await loadStripe(publishableKey, options)
    if (!stripe) throw new Error('Stripe is for the browser')
    return stripe
  }
  if (!window.Stripe) await loadScript(script)
  if (!window.Stripe) throw new Error(`${script} made no Stripe`)
  return window.Stripe(publishableKey, options)
}

function loadScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const element = Object.assign(document.createElement('script'), { src })
    element.onload = () => loaded()
    element.onerror = () => {
      element.remove()
      failed(new Error(`${src} could not be loaded`))
    }
    document.head.append(element)
  })
}
