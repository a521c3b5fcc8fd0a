import { type CardElement, cardElement } from './card-element.ts'

/** Returns Stripe's `elements` object; the sandbox has one element type, `card`. */
export function elementsGroup({ fonts = [] }: { fonts?: object[] } = {}) {
  let card: CardElement | undefined
  return {
    create(type: string, options: object = {}) {
      if (type !== 'card') throw new Error(`The card sandbox has no element of type ${type}, only card.`)
      if (card) throw new Error('Can only create one Element of type card through the same Elements instance.')
      card = cardElement({ ...options }, fonts, () => {
        card = undefined
      })
      return card
    },
    /** `type` is an element name or a React component of @stripe/react-stripe-js. */
    getElement(type: unknown) {
      const name = typeof type === 'string' ? type : Object(type).__elementType
      return name === 'card' ? (card ?? null) : null
    },
    /** For @stripe/react-stripe-js only: the card element has no options of the group. */
    update: () => {},
  }
}
