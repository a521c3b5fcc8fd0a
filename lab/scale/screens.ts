import { pageSize } from '#contract/kit/list.ts'
import { addDays, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { exportFiles } from '#contract/report/export.ts'
import { lastDayOf, type Size } from './fill/clinic.ts'
import type { Person } from './people.ts'

/** A call of a page. `at` numbers the repetitions, so that each asks for something else and no answer is in a cache. */
export type Screen = { name: string; call: (at: number) => Call }
export type Call = { method?: string; path: string; body?: object; person?: Person }

/** What the calls are about. */
export type Clinic = {
  size: Size
  admin: Person
  patients: Person[]
  users: number
  /** The clinic's rules, as `GET /calendar` has them. */
  calendar: { version: number; week: object[]; treatments: { _id: string }[]; doctors: { _id: string }[] }
  /** Paths of the dentists' calendar feeds. */
  feeds: string[]
}

/** Returns the calls of the pages of staff and of patients. */
export function screensOf(clinic: Clinic): Screen[] {
  return [
    ...listScreens(clinic),
    ...deskScreens(clinic),
    ...reportScreens(clinic),
    ...calendarScreens(clinic),
    ...patientScreens(clinic),
  ]
}

const ofPath = (person: Person | undefined, path: (at: number) => string) => (at: number) => ({
  path: path(at),
  ...(person && { person }),
})
const inPath = encodeURIComponent
const dayText = (date: IsoDate) => inPath(formatMediumDate(date))
const oneOf = <Value>(values: Value[], at: number): Value => {
  const value = values[at % values.length]
  if (value === undefined) throw new Error('the clinic has none')
  return value
}

function listScreens({ admin, patients, users }: Clinic): Screen[] {
  const page = (number: number, sort = 'email', search = '') =>
    `/user?${new URLSearchParams({ search, sort, page: String(number), limit: String(pageSize) })}`
  const last = Math.ceil(users / pageSize)
  const search = (text: (at: number) => string) => ofPath(admin, (at) => page(1, 'email', text(at)))
  const patient = (at: number) => oneOf(patients, at)
  return [
    { name: 'All Users, first page', call: ofPath(admin, () => page(1)) },
    { name: 'All Users by name, middle', call: ofPath(admin, (at) => page(Math.ceil(last / 2) + at, 'name')) },
    { name: 'All Users, last page', call: ofPath(admin, () => page(last)) },
    { name: 'All Users by name, last page', call: ofPath(admin, () => page(last, 'name')) },
    { name: 'All Users, search for a name', call: search((at) => patient(at).name) },
    { name: 'All Users, search for “Mary”', call: search(() => 'mary') },
    { name: 'All Users, search for a word of every email', call: search(() => 'example') },
    { name: 'All Users, search for an email', call: search((at) => patient(at).email) },
    { name: 'Activity', call: ofPath(admin, () => '/audit') },
  ]
}

function deskScreens({ admin, patients, size, calendar }: Clinic): Screen[] {
  const day = (at: number) => dayText(addDays(size.today, at % 7))
  const find = (text: (at: number) => string) => ofPath(admin, (at) => `/desk/patients?search=${inPath(text(at))}`)
  const patient = (at: number) => oneOf(patients, at)
  const treatment = oneOf(calendar.treatments, 0)._id
  return [
    { name: 'The day at the desk', call: ofPath(admin, (at) => `/desk/day?date=${dayText(addDays(size.today, -at))}`) },
    { name: 'The day at the desk, again', call: ofPath(admin, () => `/desk/day?date=${dayText(size.today)}`) },
    { name: 'Free times for staff', call: ofPath(admin, (at) => `/desk/times?date=${day(at)}&treatment=${treatment}`) },
    { name: 'Patients by name', call: find((at) => patient(at).name) },
    { name: 'Patients by “ma”', call: find(() => 'ma') },
    { name: 'Patients by the last four digits of a phone number', call: find((at) => patient(at).phone.slice(-4)) },
    { name: 'Patients by a phone number', call: find((at) => patient(at).phone) },
    {
      name: 'All data about a patient',
      call: ofPath(admin, (at) => `/user/personalData/${inPath(patient(at).email)}?format=json`),
    },
    { name: 'Patients by email', call: find((at) => patient(at).email) },
    {
      name: 'A patient’s appointments, at the desk',
      call: ofPath(admin, (at) => `/booking?patient=${inPath(patient(at).email)}&cancelled=true`),
    },
  ]
}

function calendarScreens({ admin, size, calendar, feeds }: Clinic): Screen[] {
  const preview = (change: (at: number) => object) => (at: number) => ({
    ...{ method: 'POST', path: '/calendar', person: admin },
    body: { version: calendar.version, preview: true, change: change(at) },
  })
  const today = (at: number) => formatMediumDate(addDays(size.today, at % 5))
  const closed = (at: number) => ({ date: today(at), note: 'Closed', periods: [] })
  const shorter = calendar.week.map((day) => ({ ...day, periods: [{ from: 480, until: 1_070 }] }))
  const absence = (at: number) => ({ firstDay: today(at), lastDay: today(at), note: '' })
  return [
    { name: 'Opening Hours, Doctors, Treatments, Chairs', call: ofPath(admin, () => '/calendar') },
    { name: 'Needs attention', call: ofPath(admin, () => '/calendar/attention') },
    { name: 'Preview: a day is closed', call: preview((at) => ({ kind: 'set-day', day: closed(at) })) },
    { name: 'Preview: other hours every day', call: preview(() => ({ kind: 'set-hours', week: shorter })) },
    {
      name: 'Preview: a dentist is absent',
      call: preview((at) => ({ kind: 'add-absence', doctorId: oneOf(calendar.doctors, at)._id, absence: absence(at) })),
    },
    { name: 'Manage Doctors', call: ofPath(admin, () => `/doctor?search=&page=1&limit=${pageSize}`) },
    { name: 'A dentist’s calendar feed', call: ofPath(undefined, (at) => oneOf(feeds, at)) },
  ]
}

/** Returns the periods that reports are measured for. The last one is all that the clinic has. */
function reportPeriods({ firstDay, today, ...size }: Size) {
  const last = lastDayOf({ firstDay, today, ...size })
  const back = (days: number, at: number) => ({ from: addDays(today, at - days), to: addDays(today, at) })
  return [
    { name: 'today', period: (at: number) => back(0, -at) },
    { name: 'a month', period: (at: number) => back(30, -at) },
    { name: 'a year', period: (at: number) => back(364, -at) },
    { name: 'ten years', period: (at: number) => ({ from: addDays(last, -3_652 - at), to: last }) },
  ]
}

function reportScreens({ admin, size }: Clinic): Screen[] {
  return reportPeriods(size).map(({ name, period }) => ({
    name: `Reports of ${name}`,
    call: ofPath(admin, (at) => `/reports?${new URLSearchParams(period(at))}`),
  }))
}

/** Returns the exports of the books, of ten years at most. */
export function exportsOf({ admin, size }: Clinic): Screen[] {
  const to = lastDayOf(size)
  const [, from = to] = [size.firstDay, addDays(to, -3_650)].sort()
  const period = new URLSearchParams({ from, to })
  return exportFiles.map((file) => ({
    name: `Export of ${file}`,
    call: ofPath(admin, () => `/exports/${file}.csv?${period}`),
  }))
}

function patientScreens({ patients, size, calendar }: Clinic): Screen[] {
  const lastDay = lastDayOf(size)
  const month = (at: number) => addDays(size.today, 31 * (at % 5)).slice(0, 7)
  const own = (path: (email: string) => string) => (at: number) => {
    const person = oneOf(patients, at)
    return { path: path(inPath(person.email)), person }
  }
  return [
    {
      name: 'First free time',
      call: ofPath(undefined, (at) => `/available/next?date=${dayText(addDays(size.today, at))}`),
    },
    {
      name: 'Free times of a day',
      call: ofPath(undefined, (at) => `/available?date=${dayText(addDays(lastDay, -at))}`),
    },
    { name: 'A month', call: ofPath(undefined, (at) => `/available/month?month=${month(at)}`) },
    {
      name: 'Dentists who are free on a day',
      call: ofPath(undefined, (at) => {
        const { _id } = oneOf(calendar.treatments, at)
        return `/available/doctors?date=${dayText(addDays(size.today, 1 + at))}&treatment=${_id}`
      }),
    },
    { name: 'My Appointments', call: own((email) => `/booking?patient=${email}&cancelled=true`) },
  ]
}
