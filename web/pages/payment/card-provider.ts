import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import type { Clinic } from '#contract/site/clinic.ts'

const options = { locale: 'en' } as const

/** Loads Stripe's script, or the sandbox script in its place, and creates the provider's object. Nothing else on the page distinguishes
 *  the two. Rejects if the script can't be loaded; a repeated call tries again. */
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
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src })
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      reject(new Error(`${src} could not be loaded`))
    }
    document.head.append(element)
  })
}
