import { z } from 'zod/mini'
import { highestPrice } from '../highest-price.ts'

/** An amount of a request in dollars, or whatever the currency is. Only the clinic's currency says whether it has such
 *  an amount: yen have no halves. The server asks it by `requestedCents()`. */
export type RequestedAmount = number & z.core.$brand<'RequestedAmount'>

/** Hundredths that the clinic's currency has. What writes or charges money takes nothing else. */
export type Cents = number & z.core.$brand<'Cents'>

/** Marks what was computed from amounts of the currency, such as a sum or a difference. */
export const computedCents = (cents: number): Cents => cents as Cents

type Check = z.core.CheckFn<number> | z.core.$ZodCheck<number>

/** The schema of an amount in a request, with at most two decimals. `needed` is said if there is none. */
export const amountWith = (needed: string, ...checks: [Check, ...Check[]]) =>
  z
    .number({ error: needed })
    .check(...checks, z.multipleOf(0.01, 'Whole cents'))
    .brand<'RequestedAmount'>()

const needed = 'An amount in dollars is needed'

/** An amount in a request that is not negative. */
export const amount = amountWith(needed, z.lte(highestPrice, 'Too much'), z.nonnegative('At least 0'))

export const noAmount = 0 as RequestedAmount

/** An amount in a request that is more than nothing. */
export const someAmount = amountWith(needed, z.lte(highestPrice, 'Too much'), z.gte(0.01, 'At least 0.01'))

/** A price in a request that the page showed, for the server to compare. */
export const shownPrice = amountWith('A price in dollars is needed', z.nonnegative(), z.lte(highestPrice))
