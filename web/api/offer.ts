import { queryOptions } from '@tanstack/react-query'
import { receivedOffer } from '#contract/offer.ts'
import { call } from './http/call.ts'

/** What each treatment is for and who performs it, and the dentists whom patients can choose. */
export const offer = queryOptions({
  queryKey: ['offer'],
  queryFn: () => call('GET /offer', receivedOffer),
  staleTime: 60_000,
})
