import type { FastifyRequest } from 'fastify'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import type { CalendarChange, ParsedChange } from '#contract/calendar/change.ts'
import { calendarCalls } from '#contract/calls/calendar.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emails } from '#server/mail/jobs.ts'
import type { Photos } from '#server/photo/open-photos.ts'
import { inviteDueSoon } from '#server/recall/jobs.ts'
import { toEffect } from './change-effect.ts'
import { editableRules } from './editable.ts'
import { makeChange } from './make-change.ts'
import { changeRefusals } from './refusals.ts'
import type { RuleChanges } from './rule-changes.ts'
import { listEditable } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  calendar: Calendar
  ruleChanges: RuleChanges
  audit: Audit
  jobs: Jobs
  photos: Photos
}

/** Registers the routes by which admins read and change the clinic's rules. */
export function calendarChangeRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  changeRoutes(app, deps)
}

function readRoute(app: App, { db, identity, calendar, ruleChanges, photos }: Deps) {
  route(app, identity, calendarCalls.readCalendar, async () => {
    const today = await calendar.today()
    const [rules, editable, misfits] = await Promise.all([
      calendar.rules(),
      listEditable(db, today),
      ruleChanges.listMisfits(),
    ])
    return editableRules(rules, editable, { needAttention: misfits.length, toPublicUrl: photos.toPublicUrl })
  })
}

function changeRoutes(app: App, deps: Deps) {
  const { identity } = deps
  route(app, identity, calendarCalls.changeCalendar, (request) => change(deps, request, request.body))
  route(app, identity, calendarCalls.changeAvailability, (request) => change(deps, request, request.body))
}

async function change(deps: Deps, request: FastifyRequest, sent: ParsedChange): Promise<ChangeEffect> {
  const { db, audit, jobs, photos } = deps
  const { preview } = sent
  const change = withStoredPhoto(sent.change, photos)
  const changed = await makeChange(deps, { ...sent, change }, audit.recordFor(request))
  if (!changed.ok) throw problemOf(changeRefusals, changed)
  if (!preview) jobs.wake(emails)
  if (!preview && change.kind === 'change-doctor' && change.doctor.img !== undefined) await photos.deleteUnused()
  // A failure is not lost: the schedule runs within an hour.
  if (!preview && 'treatment' in change) await inviteDueSoon({ db, jobs }).catch(() => undefined)
  const { effect, shownPatients } = toEffect(changed)
  if (shownPatients.length > 0)
    await audit.recordRead(
      request,
      'read-appointment',
      'the appointments that a change of the rules affects',
      shownPatients,
    )
  return effect
}

/** Returns the change with the stored URL of its photo, if it has one. */
function withStoredPhoto(change: CalendarChange, photos: Photos): CalendarChange {
  if (change.kind !== 'change-doctor' || !change.doctor.img) return change
  const img = photos.toStoredUrl(change.doctor.img)
  if (!img) throw problemOf(changeRefusals, { reason: 'unloadable-photo' })
  return { ...change, doctor: { ...change.doctor, img } }
}
