import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Calendar, type ChangeEffect, calendar, changeEffect } from '#contract/calendar/calendar.ts'
import type { AvailabilityRequest, ChangeRequest } from '#contract/calendar/change.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

/** Key of the queries about the rules. */
export const calendarKey = ['calendar']

/** The clinic's rules, as `admin` edits them. */
export function calendarOf(admin: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin],
    queryFn: async () => call('GET /calendar', calendar, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

const countStaleMs = 60_000

/** The number of appointments that do not fit the rules, at most a minute old. */
export function needAttentionOf(staff: string) {
  return queryOptions({ ...calendarOf(staff), select: ({ needAttention }) => needAttention, staleTime: countStaleMs })
}

/** The names of the chairs in use, at most a minute old. */
export function chairNamesOf(staff: string) {
  const select = ({ chairs }: Calendar) => chairs.filter(({ retired }) => !retired).map(({ name }) => name)
  return queryOptions({ ...calendarOf(staff), select, staleTime: countStaleMs })
}

const ofAvailability: readonly ChangeRequest['change']['kind'][] = [
  'add-absence',
  'remove-absence',
  'add-block',
  'change-block',
  'remove-block',
]

/** Tells whether a change is one of those that the desk may make. Only admins accept what a dentist asked for. */
const isOfAvailability = (body: ChangeRequest): body is AvailabilityRequest =>
  ofAvailability.includes(body.change.kind) && !('requestId' in body.change && body.change.requestId !== undefined)

/** Changes the rules of this version, or with `preview` only returns what the change does to appointments. With
 *  `tellPatients` patients get an email about it. */
export async function postChange(admin: string, body: ChangeRequest): Promise<ChangeEffect> {
  const options = { savesNothing: body.preview ?? false, token: await bearer(admin) }
  return isOfAvailability(body)
    ? call('POST /calendar/availability', changeEffect, { ...options, body })
    : call('POST /calendar', changeEffect, { ...options, body })
}

/** Refetches everything that depends on the rules: also free times, doctors and the audit trail. */
export const refreshCalendar = (client: QueryClient) => client.invalidateQueries()
