import type { AuditAction } from '#contract/audit.ts'

/** What staff did with a person's data, for that person. */
const actions: Partial<Record<AuditAction, string>> = {
  'promote-user': 'Made you an admin',
  'demote-user': 'Took your admin role away',
  'invite-staff': 'Invited you to the clinic’s staff',
  'withdraw-invitation': 'Took your invitation to the clinic’s staff back',
  'change-role': 'Changed your role at the clinic',
  'end-staff': 'Ended your role at the clinic',
  'read-day': 'Looked at the appointments of a day on which you have one',
  'read-appointment': 'Looked at your appointments or a payment',
  'search-patients': 'Searched for patients and found you',
  'list-patients': 'Looked at the list of patients, which has your name and phone number',
  'read-patient': 'Looked at your record',
  'change-patient': 'Changed your record',
  'merge-patients': 'Made one record of two of yours',
  'add-patient-account': 'Let an account act for you',
  'remove-patient-account': 'Stopped an account from acting for you',
  'add-patient': 'Added you as a patient',
  'list-recalls': 'Looked at who is due for a visit, with your name and phone number',
  'call-recall': 'Noted that the clinic called you about your next visit',
  'snooze-recalls': 'Put off inviting you to your next visit',
  'stop-recalls': 'Stopped inviting you to your next visits',
  'start-recalls': 'Started inviting you to your next visits again',
  'book-appointment': 'Booked an appointment for you',
  'move-appointment': 'Moved your appointment',
  'cancel-appointment': 'Cancelled your appointment',
  'join-waiting-list': 'Put you on the waiting list',
  'leave-waiting-list': 'Took you off the waiting list',
  'read-waiting-list': 'Looked at the waiting list, which has your name',
  'keep-appointment': 'Kept your appointment',
  'mark-appointment': 'Noted that you arrived, were treated or did not come',
  'note-appointment': 'Changed the note of your appointment',
  'take-payment': 'Took a payment',
  'void-payment': 'Voided a payment',
  'refund-payment': 'Refunded a payment',
  'change-price': 'Changed a price',
  'charge-no-show': 'Decided about the fee of a missed appointment',
  'change-booked-treatment': 'Changed the treatment of an appointment',
  'send-receipt': 'Sent a receipt',
  'close-day': 'Closed a day of the till',
  'export-books': 'Exported payments and appointments',
  'list-users': 'Looked at the list of users, which has your name and email',
  'read-sessions': 'Looked at where you are signed in',
  'end-sessions': 'Signed you out everywhere',
  'remove-second-factor': 'Removed your second factor',
  'export-data': 'Exported your data',
}

const known = new Map<string, string>(Object.entries(actions))

/** Returns a code such as `read-day` or `appointment-booked` in words. */
export function inWords(code: string): string {
  const words = known.get(code) ?? code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
