import { staffCalls } from '#contract/calls/staff.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute, route } from '#server/http/route.ts'
import { type AcceptDeps, acceptSignedIn, acceptWithNewAccount, openInvitation } from './accept.ts'
import { type InviteDeps, invite, sendAgain, withdraw } from './invite.ts'
import { changeRole, endMember } from './member.ts'
import { acceptRefusals, changeRefusals, inviteRefusals, openRefusals } from './refusals.ts'
import { type InvitationRow, listDoctorsHere, listInvitations, listMembers } from './store.ts'

type Deps = InviteDeps & AcceptDeps & { identity: Identity; audit: Audit }

/** Registers the routes about the clinic's staff and the invitations to it. */
export function staffRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  memberRoutes(app, deps)
  inviteRoutes(app, deps)
  linkRoutes(app, deps)
}

function listRoute(app: App, { db, identity }: Deps) {
  route(app, identity, staffCalls.listStaff, async () => {
    const [members, invitations, doctors] = await Promise.all([
      listMembers(db),
      listInvitations(db),
      listDoctorsHere(db),
    ])
    return {
      members: members.map(({ id, name, email, role, doctorId, doctor, since, invitedBy, secondFactor }) => ({
        ...{ _id: id, name, email, role, since: since.toISOString(), secondFactor },
        ...(doctorId !== null && { doctorId }),
        ...(doctor !== null && { doctor }),
        ...(invitedBy !== null && { invitedBy }),
      })),
      invitations: invitations.map((row) => ({
        ...{ _id: row.id, ...toOffer(row), invitedAt: row.invitedAt.toISOString() },
        ...{ sent: row.isSent, expired: row.isExpired },
      })),
      doctors: doctors.map(({ id, name }) => ({ _id: id, name })),
    }
  })
}

function memberRoutes(app: App, deps: Deps) {
  const { identity, audit } = deps
  route(app, identity, staffCalls.changeRole, async (request, reply) => {
    const outcome = await changeRole(deps, request.params.id, request.body, audit.actorOf(request))
    if (!outcome.ok) throw problemOf(changeRefusals, outcome)
    return reply.code(204).send()
  })
  route(app, identity, staffCalls.endStaff, async (request, reply) => {
    const outcome = await endMember(deps, request.params.id, audit.actorOf(request))
    if (!outcome.ok) throw problemOf(changeRefusals, outcome)
    return reply.code(204).send()
  })
}

function inviteRoutes(app: App, deps: Deps) {
  const { db, identity, audit } = deps
  route(app, identity, staffCalls.inviteStaff, async (request, reply) => {
    const { userId } = identity.caller(request)
    const outcome = await invite(deps, request.body, userId, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(inviteRefusals, outcome)
    return reply.code(201).send({ insertedId: outcome.id })
  })
  route(app, identity, staffCalls.sendInvitationAgain, async (request, reply) => {
    const outcome = await sendAgain(deps, request.params.id, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(openRefusals, outcome)
    return reply.code(204).send()
  })
  route(app, identity, staffCalls.withdrawInvitation, async (request, reply) => {
    const outcome = await withdraw(db, request.params.id, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(openRefusals, outcome)
    return reply.code(204).send()
  })
}

function linkRoutes(app: App, deps: Deps) {
  const { db, identity } = deps
  publicRoute(app, staffCalls.readInvitation, async (request) => {
    const opened = await openInvitation(db, request.body.token)
    if (!opened.ok) throw problemOf(acceptRefusals, opened)
    return { ...toOffer(opened.invitation), hasAccount: opened.hasAccount }
  })
  publicRoute(app, staffCalls.acceptWithNewAccount, async (request, reply) => {
    const outcome = await acceptWithNewAccount(deps, request.body, request.ip)
    if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
    return reply.code(201).send({ email: outcome.email, role: outcome.role })
  })
  route(app, identity, staffCalls.acceptInvitation, async (request) => {
    const outcome = await acceptSignedIn(deps, request.body.token, identity.caller(request), request.ip)
    if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
    return { email: outcome.email, role: outcome.role }
  })
}

function toOffer({ email, role, doctor, invitedBy, expiresAt }: InvitationRow) {
  return {
    ...{ email, role, expiresAt: expiresAt.toISOString() },
    ...(doctor !== null && { doctor }),
    ...(invitedBy !== null && { invitedBy }),
  }
}
