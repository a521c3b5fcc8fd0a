import { calendar, changeEffect } from '#contract/calendar/calendar.ts'
import { changeRequest } from '#contract/calendar/change.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAuditFor, RecordRead } from '#server/audit/record.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import { type Applied, type ApplyDeps, applyChange } from './apply.ts'
import type { RuleChanges } from './change.ts'
import { editableRules } from './editable.ts'
import { type AffectedRow, toEffect } from './effect.ts'
import { listEditable } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  readRules: () => Promise<Rules>
  ruleChanges: RuleChanges<AffectedRow>
  today: () => IsoDate
  removeDoctor: ApplyDeps['removeDoctor']
  /** Returns a function that records actions of the caller of `request` in the audit trail. */
  recordAuditFor: RecordAuditFor
  /** Records that the caller sees appointments. */
  recordRead: RecordRead
}

/** Registers the routes by which admins read and change the clinic's rules. */
export function calendarChangeRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  changeRoute(app, deps)
}

const tags = ['calendar']

function readRoute(app: App, { db, identity, readRules, ruleChanges, today }: Deps) {
  app.get(
    '/calendar',
    {
      onRequest: [identity.may('read-calendar')],
      schema: {
        tags,
        operationId: 'readCalendar',
        summary: 'The clinic’s hours, treatments, doctors and chairs',
        response: { 200: calendar },
      },
    },
    async () => {
      const [rules, editable, misfits] = await Promise.all([
        readRules(),
        listEditable(db, today()),
        ruleChanges.listMisfits(),
      ])
      return editableRules(rules, editable, misfits.length)
    },
  )
}

function changeRoute(app: App, { identity, ruleChanges, today, removeDoctor, recordAuditFor, recordRead }: Deps) {
  app.post(
    '/calendar',
    {
      onRequest: [identity.may('change-calendar')],
      schema: {
        tags,
        operationId: 'changeCalendar',
        summary: 'Change the clinic’s rules, or preview what a change does to appointments',
        problems: [409],
        body: changeRequest,
        response: { 200: changeEffect },
      },
    },
    async (request) => {
      const { version, change, preview, tellPatients } = request.body
      const recordAudit = recordAuditFor(request)
      const work = async (tx: Db, current: number): Promise<Applied> => {
        if (current !== version) throw new ProblemError(409, rulesChanged, { code: 'rules-changed' })
        const applied = await applyChange(tx, change, { today: today(), removeDoctor })
        if ('reason' in applied) throw invalid({ [`change.${applied.field}`]: applied.reason })
        await recordAudit(tx, change.kind === 'remove-doctor' ? 'delete-doctor' : change.kind, applied.target)
        return applied
      }
      const changed = await (preview ? ruleChanges.preview(work) : ruleChanges.change(work, { tellPatients }))
      const { effect, shownPatients } = toEffect(changed)
      if (shownPatients.length > 0)
        await recordRead(
          request,
          'read-appointment',
          'the appointments that a change of the rules affects',
          shownPatients,
        )
      return effect
    },
  )
}

const rulesChanged = 'Somebody else has changed the clinic’s calendar meanwhile. Nothing was changed; look at it again.'
