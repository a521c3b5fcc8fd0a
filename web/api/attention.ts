import { queryOptions } from '@tanstack/react-query'
import {
  attentionList,
  type MovePlan,
  maxResolved,
  movePlan,
  moveTimes,
  patientCalls,
  resolved,
  resolvedMany,
} from '#contract/calendar/attention.ts'
import type { ManyResolutionsInput, ResolutionInput } from '#contract/calendar/resolution.ts'
import { comingOfAge } from '#contract/patient/coming-of-age.ts'
import { bearer } from '#web/api/token/token.ts'
import { calendarKey } from './calendar.ts'
import { patientsKey } from './desk/patient-list.ts'
import { call } from './http/call.ts'

/** The appointments that do not fit the rules. */
export function attentionOf(admin: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'attention'],
    queryFn: async () => call('GET /calendar/attention', attentionList, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** The times on a day, in the medium format, to which an appointment can move. */
export function moveTimesOf(admin: string, id: string, date: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'attention', id, date],
    queryFn: async () =>
      call('GET /calendar/attention/:id/times', moveTimes, {
        params: { id },
        query: { date },
        token: await bearer(admin),
      }),
    meta: { adminsOnly: true },
  })
}

/** Moves, keeps or cancels an appointment. Returns the number of appointments that still need attention. */
export async function postResolution(admin: string, id: string, body: ResolutionInput): Promise<number> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('POST /calendar/attention/:id', resolved, options)).needAttention
}

/** Returns the best free time for each of these appointments. */
export function movePlanOf(admin: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'attention', 'plan', ids],
    queryFn: async (): Promise<MovePlan> =>
      call('POST /calendar/attention/plan', movePlan, {
        body: { ids: [...ids] },
        savesNothing: true,
        token: await bearer(admin),
      }),
    meta: { adminsOnly: true },
  })
}

/** Resolves appointments, some at a time, and tells how many are looked at. Returns the sentences about those that stay
 *  as they are, by their ids. */
export async function postResolutions(
  admin: string,
  { appointments, ...how }: ManyResolutionsInput,
  onProgress: (count: number) => void,
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  for (let at = 0; at < appointments.length; at += maxResolved) {
    const body = { ...how, appointments: appointments.slice(at, at + maxResolved) }
    const { results } = await call('POST /calendar/attention', resolvedMany, { body, token: await bearer(admin) })
    for (const { _id, problem } of results) if (problem !== undefined) problems.set(_id, problem)
    onProgress(Math.min(at + maxResolved, appointments.length))
  }
  return problems
}

/** The patients who are told by phone what became of an appointment. */
export function callsOf(admin: string) {
  return queryOptions({
    queryKey: [...calendarKey, admin, 'calls'],
    queryFn: async () => call('GET /desk/calls', patientCalls, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** The patients who come of age around today, and have not agreed to the accounts that act for them. */
export function comingOfAgeOf(admin: string) {
  return queryOptions({
    queryKey: [...patientsKey, admin, 'coming-of-age'],
    queryFn: async () => call('GET /desk/coming-of-age', comingOfAge, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Notes that a patient was called, or was not. */
export async function patchCall(admin: string, id: string, called: boolean) {
  const options = { params: { id }, body: { called }, token: await bearer(admin) }
  return call('PATCH /desk/calls/:id', patientCalls, options)
}
