import { queryOptions } from '@tanstack/react-query'
import { linkedOffer, offerTaken } from '#contract/booking/waiting-offer.ts'
import { call, send } from './http/call.ts'
import { behindLink } from './http/link.ts'

/** The earlier time of a link in an email; null if the link is not valid. */
export const offerBy = (token: string) =>
  queryOptions({
    queryKey: ['offer', token],
    queryFn: () => behindLink(call('POST /waiting-list/offer', linkedOffer, { body: { token }, savesNothing: true })),
  })

/** Takes the time of an offer. @throws the server's refusal */
export const takeOffer = async (token: string, price: number | undefined) =>
  (await call('POST /waiting-list/offer/take', offerTaken, { body: { token, price } })).offer

/** Leaves the list by the link of an offer. @throws the server's refusal */
export const leaveByOffer = (token: string) => send('POST /waiting-list/offer/leave', { body: { token } })
