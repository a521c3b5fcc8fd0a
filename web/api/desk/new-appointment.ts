import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type DayPart, firstFreeTimes } from '#contract/desk/first-free.ts'
import { appointmentMade, type NewAppointmentInput, timesFound } from '#contract/desk/new-appointment.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { patientFound } from '#contract/patient/found.ts'
import { likelyDuplicates } from '#contract/patient/record.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'

const key = ['new-appointment']
const timesKey = [...key, 'times']

/** The patients whom `search`, at least two characters, finds; with `died` those who have died, too. */
export function patientsBy(admin: string, search: string, { died = false } = {}) {
  return queryOptions({
    queryKey: [...key, admin, 'patients', search, died],
    queryFn: async () => {
      const query = { search, ...(died && { died: 'true' }) }
      return call('GET /desk/patients', z.array(patientFound), { query, token: await bearer(admin) })
    },
    staleTime: 20_000,
    meta: { adminsOnly: true },
  })
}

/** The times of a day that staff can book for a treatment. Not refetched while they are shown, so that the chosen one
 *  stays. */
export function staffTimesOn(admin: string, day: IsoDate | undefined, treatment: string) {
  const query = { date: day ? formatMediumDate(day) : '', treatment }
  return queryOptions({
    queryKey: [...timesKey, admin, day, treatment],
    queryFn: async () => call('GET /desk/times', timesFound, { query, token: await bearer(admin) }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { adminsOnly: true },
  })
}

/** The next free times from a day on. `doctor`: the id of the only dentist, if it is not empty. */
export function firstFreeOf(admin: string, { doctor, part, from, treatment }: FirstFreeSearch) {
  const query = {
    ...{ treatment, from: formatMediumDate(from) },
    ...(doctor !== '' && { doctor }),
    ...(part && { part }),
  }
  return queryOptions({
    queryKey: [...timesKey, admin, 'first-free', query],
    queryFn: async () => call('GET /desk/first-free', firstFreeTimes, { query, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}
export type FirstFreeSearch = { treatment: string; doctor: string; part: DayPart | undefined; from: IsoDate }

/** Books for a patient. A repetition with the same `requestId` books nothing more. Returns the likely
 *  duplicates of a new patient, if there are any. @throws the server's other refusals */
export async function postAppointment(admin: string, body: NewAppointmentInput) {
  const options = { body, token: await bearer(admin), readsRefusals: true }
  return call('POST /desk/appointments', z.union([appointmentMade, likelyDuplicates]), options)
}

/** Refetches the times that staff can book. */
export const refreshStaffTimes = (client: QueryClient) => client.invalidateQueries({ queryKey: timesKey })
