import { fontSheet } from '#server/site/fonts.ts'

const head = (title: string, name: string, fonts = '') => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    ${fonts}<link rel="stylesheet" href="/sandbox/stripe/${name}.css">
    <script src="/sandbox/stripe/${name}.js" defer></script>
  </head>`

const field = (name: string, label: string, placeholder: string, autocomplete: string, length: number) => `
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric"
        maxlength="${length}" spellcheck="false" autocorrect="off" autocapitalize="none" aria-invalid="false">`

/** The card field. Its names and labels are Stripe's. It has no font of its own: as at Stripe, the page's options name
 *  the fonts. */
export const cardFrame = `${head('Secure card payment input frame', 'card')}
  <body>
    <form novalidate>
      <span class="number">
      ${field('cardnumber', 'Credit or debit card number', 'Card number', 'cc-number', 23)}
      <span class="brand" aria-hidden="true"></span>
      </span>
      ${field('exp-date', 'Credit or debit card expiration date', 'MM / YY', 'cc-exp', 9)}
      ${field('cvc', 'Credit or debit card CVC/CVV', 'CVC', 'cc-csc', 4)}
      ${field('postal', 'ZIP', 'ZIP', 'billing postal-code', 5)}
    </form>
  </body>
</html>
`

/** The bank's page for 3-D Secure. */
export const challengeFrame = `${head('Test bank: 3-D Secure', 'challenge', `<link rel="stylesheet" href="${fontSheet}">`)}
  <body>
    <main aria-label="Test bank">
      <p class="mark">Test bank</p>
      <h1 tabindex="-1">Confirm your payment</h1>
      <p>This page stands in for your bank, which asks you to confirm a payment (3-D Secure). No bank is
        contacted and no money moves.</p>
      <p class="buttons">
        <button type="button" class="main" data-outcome="complete" disabled>Complete</button>
        <button type="button" data-outcome="fail" disabled>Fail</button>
      </p>
      <p role="alert"></p>
    </main>
  </body>
</html>
`
