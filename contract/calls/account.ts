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
import { calls } from '../kit/call.ts'
import { email } from '../kit/text/email.ts'
import { noBody, signInResponse } from '../sign-in-answers.ts'

/** The calls about an account: its state, devices and password. */
export const accountCalls = {
  ...calls('user', {
    listSessions: {
      summary: 'Where somebody is signed in',
      method: 'GET',
      path: '/user/sessions/:email',
      access: { staff: 'read-sessions' },
      params: z.object({ email }),
      answers: { 200: z.array(device) },
      problems: [404],
    },
    endSessions: {
      summary: 'Sign somebody out everywhere',
      method: 'DELETE',
      path: '/user/sessions/:email',
      access: { staff: 'end-sessions', confirmed: true },
      params: z.object({ email }),
      answers: { 204: noBody },
      problems: [404],
    },
    removeSecondFactor: {
      summary: 'Remove the second factor of somebody who lost it, and sign them out',
      method: 'DELETE',
      path: '/user/secondFactor/:email',
      access: { staff: 'remove-second-factor', confirmed: true },
      params: z.object({ email }),
      answers: { 204: noBody },
      problems: [404, 409],
    },
  }),
  ...calls('account', {
    getAccount: {
      summary: "The account's state",
      method: 'GET',
      path: '/api/auth/account',
      access: 'cookie',
      answers: { 200: account },
    },
    listDevices: {
      summary: 'List the devices signed in to the account',
      method: 'GET',
      path: '/api/auth/devices',
      access: 'cookie',
      answers: { 200: z.array(device) },
    },
    signOutDevice: {
      summary: 'Sign another device out',
      method: 'DELETE',
      path: '/api/auth/devices/:id',
      access: 'cookie',
      params: deviceId,
      answers: { 204: noBody },
      problems: [404, 409],
    },
    signOutOtherDevices: {
      summary: 'Sign all other devices out',
      method: 'DELETE',
      path: '/api/auth/devices',
      access: 'cookie',
      answers: { 204: noBody },
    },
    changePassword: {
      summary: 'Change the password',
      method: 'POST',
      path: '/api/auth/change-password',
      access: 'cookie',
      body: passwordChange,
      answers: { 200: signInResponse },
    },
    changeEmail: {
      summary: 'Email a link that confirms a new email of the account',
      method: 'POST',
      path: '/api/auth/email',
      access: 'confirmed-cookie',
      body: emailChange,
      answers: { 204: noBody },
    },
    getPendingEmail: {
      summary: 'The new email that the account waits for',
      method: 'GET',
      path: '/api/auth/email',
      access: 'cookie',
      answers: { 200: pendingEmail },
    },
    withdrawEmail: {
      summary: 'Withdraw the new email that the account waits for',
      method: 'DELETE',
      path: '/api/auth/email',
      access: 'cookie',
      answers: { 204: noBody },
    },
    confirmEmail: {
      summary: 'Give the caller’s account its new email by the link, and sign it out everywhere',
      method: 'POST',
      path: '/api/auth/email/confirm',
      access: 'cookie',
      body: emailConfirmation,
      answers: { 204: noBody },
      problems: [403, 404, 409],
    },
    confirm: {
      summary: 'Prove again who you are, for calls that ask for it',
      method: 'POST',
      path: '/api/auth/confirm',
      access: 'cookie',
      body: confirmation,
      answers: { 204: noBody },
    },
  }),
}
