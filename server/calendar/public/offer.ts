import { toDollars } from '#contract/kit/money.ts'
import type { Offer } from '#contract/offer.ts'
import { bookedOnline, performersOf, type Rules } from '../rules/rules.ts'

/** Returns what patients choose from: the treatments, and the dentists who perform one. `toImg` returns the address of
 *  a picture that public pages may show, empty if there is none. */
export function toOffer(rules: Rules, toImg: (stored: string) => string): Offer {
  const treatments = bookedOnline(rules).map((treatment) => ({
    _id: treatment.id,
    name: treatment.name,
    price: toDollars(treatment.priceCents),
    minutes: treatment.durationMinutes,
    description: treatment.description,
    reasons: [...treatment.reasons],
    doctorIds: performersOf(rules, treatment.id).map(({ id }) => id),
  }))
  const performing = new Set(treatments.flatMap(({ doctorIds }) => doctorIds))
  return {
    treatments,
    doctors: rules.doctors
      .filter(({ id }) => performing.has(id))
      .map(({ id, name, img, specialty, languages, sentence }) => ({
        ...{ _id: id, name, img: toImg(img) },
        ...{ specialty, languages, sentence },
      })),
  }
}
