import { auditPage, auditQuery } from '../audit.ts'
import type { Calls } from '../kit/call.ts'

/** The calls about the audit trail. */
export const auditCalls = {
  listAudit: {
    method: 'GET',
    path: '/audit',
    access: { staff: 'list-audit' },
    query: auditQuery,
    answers: { 200: auditPage },
  },
} as const satisfies Calls
