import type { AuditAction } from '#contract/audit.ts'

const sentences: Record<AuditAction, (target: string) => string> = {
  'promote-user': (target) => `Made ${target} an admin`,
  'demote-user': (target) => `Removed the admin role of ${target}`,
  'add-doctor': (target) => `Added the doctor ${target}`,
  'delete-doctor': (target) => `Deleted the doctor ${target}`,
  'upload-photo': (target) => `Uploaded the photo ${target}`,
  'set-hours': () => 'Changed the opening hours',
  'set-day': (target) => `Changed the hours of ${target}`,
  'clear-day': (target) => `Gave ${target} its usual hours again`,
  'set-policy': () => 'Changed the booking rules',
  'add-treatment': (target) => `Added the treatment ${target}`,
  'change-treatment': (target) => `Changed the treatment ${target}`,
  'order-treatments': () => 'Changed the order of the treatments',
  'retire-treatment': (target) => `Retired the treatment ${target}`,
  'restore-treatment': (target) => `Offered the treatment ${target} again`,
  'change-doctor': (target) => `Changed the doctor ${target}`,
  'add-absence': (target) => `Added an absence of the doctor ${target}`,
  'remove-absence': (target) => `Removed an absence of the doctor ${target}`,
  'add-chair': (target) => `Added the chair ${target}`,
  'rename-chair': (target) => `Renamed a chair to ${target}`,
  'retire-chair': (target) => `Took the chair ${target} out of use`,
  'restore-chair': (target) => `Put the chair ${target} into use again`,
  'keep-appointment': (target) => `Kept the appointment ${target} in spite of the rules`,
  'cancel-appointment': (target) => `Cancelled the appointment ${target}`,
  'move-appointment': (target) => `Moved the appointment ${target}`,
  'book-appointment': (target) => `Booked the appointment ${target}`,
  'mark-appointment': (target) => `Marked the appointment ${target}`,
  'note-appointment': (target) => `Changed the note of the appointment ${target}`,
  'add-patient': (target) => `Added the patient ${target}`,
  'search-patients': (target) => `Searched patients for “${target}”`,
  'list-patients': (target) => `Looked at the list of patients, ${target}`,
  'read-patient': (target) => `Looked at the record of ${target}`,
  'change-patient': (target) => `Changed ${target}`,
  'merge-patients': (target) => `Merged ${target}`,
  'add-patient-account': (target) => `Let ${target}`,
  'remove-patient-account': (target) => `No longer lets ${target}`,
  'erase-patient': (target) => `Erased the patient ${target}`,
  'read-day': (target) => `Looked at the appointments of ${target}`,
  'read-appointment': (target) => `Looked at ${target}`,
  'refund-payment': (target) => `Refunded ${target}`,
  'renew-feed': (target) => `Renewed the calendar address of ${target}`,
  'list-users': (target) => `Looked at the list of users, ${target}`,
  'read-sessions': (target) => `Looked at where ${target} is signed in`,
  'end-sessions': (target) => `Signed ${target} out everywhere`,
  'export-data': (target) => `Exported the data of ${target}`,
  'erase-account': (target) => `Erased the account ${target}`,
  'remove-second-factor': (target) => `Removed the second factor of ${target}`,
  'read-audit': (target) => `Looked at ${target}`,
}

// A newer server may know more actions than this page.
const sentenceOf = new Map<string, (target: string) => string>(Object.entries(sentences))

/** Returns what an entry of the audit trail says, as a sentence. */
export function auditSentence(action: string, target: string): string {
  return sentenceOf.get(action)?.(target) ?? `${action}: ${target}`
}
