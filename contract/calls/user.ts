import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import {
  adminResponse,
  listedUser,
  promotionQuery,
  roleChange,
  tokenRequest,
  tokenResponse,
  userQuery,
} from '../user.ts'

/** The calls about users, their roles and access tokens. */
export const userCalls = {
  listUsers: {
    method: 'GET',
    path: '/user',
    access: { staff: 'list-users' },
    query: userQuery,
    answers: { 200: z.array(listedUser) },
  },
  makeAdmin: {
    method: 'PUT',
    path: '/user/admin/:email',
    access: { staff: 'promote-user', confirmed: true },
    params: z.object({ email }),
    query: promotionQuery,
    answers: { 200: roleChange },
  },
  removeAdmin: {
    method: 'DELETE',
    path: '/user/admin/:email',
    access: { staff: 'demote-user', confirmed: true },
    params: z.object({ email }),
    answers: { 200: roleChange },
  },
  issueToken: {
    method: 'PUT',
    path: '/user/:email',
    access: 'cookie',
    params: z.object({ email }),
    body: tokenRequest,
    answers: { 200: tokenResponse },
  },
  isAdmin: {
    method: 'GET',
    path: '/admin/:email',
    access: 'token',
    params: z.object({ email }),
    answers: { 200: adminResponse },
  },
} as const satisfies Calls
