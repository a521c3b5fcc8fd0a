import { z } from 'zod/mini'
import { highestPrice } from '../kit/highest-price.ts'
import { linkRequest } from '../kit/link.ts'
import { amountWith } from '../kit/money/amount.ts'
import { slot } from '../kit/time/slot.ts'

/** The states of an offer. `lost`: the time was taken or is no longer offered. `expired`: too late to take it.
 *  `ended`: the patient no longer waits. */
export const offerStates = ['open', 'taken', 'lost', 'expired', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

/** Body of `POST /waiting-list/offer/take`. `price` is the dollars that the page shows; none for a move. */
export const takeRequest = z.extend(linkRequest, {
  price: z.optional(amountWith('The price is needed', z.nonnegative(), z.lte(highestPrice))),
})

/** An offer as the holder of its link sees it. `price` in dollars, none for a move. `free`: the time can be taken now.
 *  `waits`: the patient is still in the list. `moves`: the appointment that it would replace. */
export const linkedOffer = z.object({
  state: z.enum(offerStates),
  free: z.boolean(),
  waits: z.boolean(),
  treatment: z.string(),
  doctor: z.optional(z.string()),
  date: z.string(),
  slot,
  price: z.optional(z.number()),
  patientName: z.optional(z.string()),
  moves: z.optional(z.object({ date: z.string(), slot })),
})
export type LinkedOffer = z.infer<typeof linkedOffer>

/** Response of `POST /waiting-list/offer/take`. */
export const offerTaken = z.object({ success: z.literal(true), offer: linkedOffer })
