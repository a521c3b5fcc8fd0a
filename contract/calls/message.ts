import { z } from 'zod/mini'
import { calls } from '../kit/call.ts'
import { messageKind, messagePreview, messages, messageTest, messageText } from '../message.ts'

const params = z.object({ kind: messageKind })

/** The calls about the words of the clinic's emails. */
export const messageCalls = calls('clinic', {
  listMessages: {
    summary: 'The words of the emails about appointments',
    method: 'GET',
    path: '/messages',
    access: { staff: 'change-messages' },
    answers: { 200: messages },
  },
  changeMessage: {
    summary: 'Choose the words of an email; without any, the usual ones',
    method: 'PUT',
    path: '/messages/:kind',
    access: { staff: 'change-messages' },
    params,
    body: messageText,
    answers: { 200: messages },
  },
  previewMessage: {
    summary: 'An email with these words, about the next appointment',
    method: 'POST',
    path: '/messages/:kind/preview',
    access: { staff: 'change-messages' },
    params,
    body: messageText,
    answers: { 200: messagePreview },
  },
  testMessage: {
    summary: 'Send oneself the email, about an invented appointment',
    method: 'POST',
    path: '/messages/:kind/test',
    access: { staff: 'change-messages' },
    params,
    answers: { 200: messageTest },
  },
})
