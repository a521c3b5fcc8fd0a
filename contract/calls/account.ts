import { z } from 'zod/mini'
import {
  account,
  confirmation,
  device,
  deviceId,
  emailChange,
  emailConfirmation,
  passwordChange,
  pendingEmail,
} from '../account.ts'
import type { Calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import { noBody, signInResponse } from '../sign-in-answers.ts'

/** The calls about an account: its state, devices and password. */
export const accountCalls = {
  listSessions: {
    method: 'GET',
    path: '/user/sessions/:email',
    access: { staff: 'read-sessions' },
    params: z.object({ email }),
    answers: { 200: z.array(device) },
  },
  endSessions: {
    method: 'DELETE',
    path: '/user/sessions/:email',
    access: { staff: 'end-sessions', confirmed: true },
    params: z.object({ email }),
    answers: { 204: noBody },
  },
  removeSecondFactor: {
    method: 'DELETE',
    path: '/user/secondFactor/:email',
    access: { staff: 'remove-second-factor', confirmed: true },
    params: z.object({ email }),
    answers: { 204: noBody },
  },
  getAccount: { method: 'GET', path: '/api/auth/account', access: 'cookie', answers: { 200: account } },
  listDevices: { method: 'GET', path: '/api/auth/devices', access: 'cookie', answers: { 200: z.array(device) } },
  signOutDevice: {
    method: 'DELETE',
    path: '/api/auth/devices/:id',
    access: 'cookie',
    params: deviceId,
    answers: { 204: noBody },
  },
  signOutOtherDevices: { method: 'DELETE', path: '/api/auth/devices', access: 'cookie', answers: { 204: noBody } },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'cookie',
    body: passwordChange,
    answers: { 200: signInResponse },
  },
  changeEmail: {
    method: 'POST',
    path: '/api/auth/email',
    access: 'confirmed-cookie',
    body: emailChange,
    answers: { 204: noBody },
  },
  getPendingEmail: { method: 'GET', path: '/api/auth/email', access: 'cookie', answers: { 200: pendingEmail } },
  withdrawEmail: { method: 'DELETE', path: '/api/auth/email', access: 'cookie', answers: { 204: noBody } },
  confirmEmail: {
    method: 'POST',
    path: '/api/auth/email/confirm',
    access: 'cookie',
    body: emailConfirmation,
    answers: { 204: noBody },
  },
  confirm: {
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'cookie',
    body: confirmation,
    answers: { 204: noBody },
  },
} as const satisfies Calls
