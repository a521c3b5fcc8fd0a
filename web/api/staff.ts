import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type InvitationRequest, invited, type RoleRequest, staffList } from '#contract/staff.ts'
import { bearer } from '#web/api/token/token.ts'
import { activityKey } from './audit.ts'
import { call, send } from './http/call.ts'

const staffKey = ['staff']

/** The clinic's staff and the open invitations, as `admin` sees them. */
export function staffOf(admin: string) {
  return queryOptions({
    queryKey: [...staffKey, admin],
    queryFn: async () => call('GET /staff', staffList, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Refetches the staff and the audit trail after a change. */
export function refreshStaff(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKey }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}

/** Invites an address. @throws the server's refusal */
export async function postInvitation(admin: string, body: InvitationRequest): Promise<void> {
  await call('POST /staff/invitations', invited, { body, token: await bearer(admin) })
}

/** Sends an open invitation again. @throws the server's refusal */
export async function postInvitationAgain(admin: string, id: string): Promise<void> {
  await send('POST /staff/invitations/:id/send', { params: { id }, token: await bearer(admin) })
}

/** Withdraws an open invitation. @throws the server's refusal */
export async function deleteInvitation(admin: string, id: string): Promise<void> {
  await send('DELETE /staff/invitations/:id', { params: { id }, token: await bearer(admin) })
}

/** Gives somebody another role. @throws the server's refusal */
export async function patchRole(admin: string, id: string, body: RoleRequest): Promise<void> {
  await send('PATCH /staff/:id', { params: { id }, body, token: await bearer(admin) })
}

/** Ends somebody's role. @throws the server's refusal */
export async function deleteMember(admin: string, id: string): Promise<void> {
  await send('DELETE /staff/:id', { params: { id }, token: await bearer(admin) })
}
