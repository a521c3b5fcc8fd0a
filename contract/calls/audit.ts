import { auditPage, auditQuery } from '../audit.ts'
import { calls } from '../kit/call.ts'

/** The calls about the audit trail. */
export const auditCalls = calls('audit', {
  listAudit: {
    summary: 'What admins did, and what patients changed, newest first',
    method: 'GET',
    path: '/audit',
    access: { staff: 'list-audit' },
    query: auditQuery,
    answers: { 200: auditPage },
  },
})
