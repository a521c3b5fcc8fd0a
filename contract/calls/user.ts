import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
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
export const userCalls = calls('user', {
  listUsers: {
    summary: 'The users',
    method: 'GET',
    path: '/user',
    access: { staff: 'list-users' },
    query: userQuery,
    answers: { 200: z.array(listedUser) },
  },
  makeAdmin: {
    summary: 'Make somebody an admin',
    method: 'PUT',
    path: '/user/admin/:email',
    access: { staff: 'promote-user', confirmed: true },
    params: z.object({ email }),
    query: promotionQuery,
    answers: { 200: roleChange },
  },
  removeAdmin: {
    summary: 'Take the admin role from somebody',
    method: 'DELETE',
    path: '/user/admin/:email',
    access: { staff: 'demote-user', confirmed: true },
    params: z.object({ email }),
    answers: { 200: roleChange },
    problems: [409],
  },
  issueToken: {
    summary: 'An access token for the session',
    method: 'PUT',
    path: '/user/:email',
    access: 'cookie',
    params: z.object({ email }),
    body: tokenRequest,
    answers: { 200: tokenResponse },
  },
  isAdmin: {
    summary: 'Whether somebody is an admin',
    method: 'GET',
    path: '/admin/:email',
    access: 'token',
    params: z.object({ email }),
    answers: { 200: adminResponse },
    problems: [403],
  },
})
