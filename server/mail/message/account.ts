import { buttonTo, type Clinic, type Email } from './layout.ts'

/** Asks to confirm the address of a new account. */
export function verifyEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    preheader: `One click, and your account at ${clinic} is ready.`,
    paragraphs: [`Thanks for creating an account at ${clinic}. Please confirm that this email address is yours.`],
    button: buttonTo(link, 'Confirm email address'),
    after: ['The link works for one day. If you did not create an account, you can ignore this email.'],
  }
}

/** Has the link to choose a new password. */
export function passwordReset(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    preheader: 'This link works once, within one hour.',
    paragraphs: [`We got a request for a new password for your account at ${clinic}. You can choose one here.`],
    button: buttonTo(link, 'Choose a new password'),
    after: [
      'The link works once, within one hour. If you did not ask for it, you can ignore this email. Your password stays the same.',
    ],
  }
}

/** Has the link by which a patient of the clinic makes an account. */
export function claimAccount(link: string | undefined, clinic: string): Email {
  return {
    subject: 'See your appointments online',
    heading: 'See your appointments online',
    preheader: 'Choose a password to see, move and pay for your appointments.',
    paragraphs: [
      `${clinic} has your appointments under this address. Choose a password to see, move and pay for them.`,
    ],
    button: buttonTo(link, 'Choose a password'),
    after: [
      'The link works once, within seven days. After that, sign up on our website with this address.',
      `If you don’t know ${clinic}, you can ignore this email.`,
    ],
  }
}

/** Invites to the staff. */
export function staffInvitation(link: string | undefined, clinic: string): Email {
  return {
    subject: 'You are invited to work with us',
    heading: 'You are invited to work with us',
    preheader: 'This link works once, within seven days.',
    paragraphs: [`${clinic} would like you to join its staff on our website. Open the invitation to see your role.`],
    button: buttonTo(link, 'Open the invitation'),
    after: [
      'The link works once, within seven days, and for nobody else. After that, ask us for a new one.',
      `If you don’t know ${clinic}, you can ignore this email. Nothing happens then.`,
    ],
  }
}

/** Says that the password was changed. */
export function passwordChanged(publicUrl: string, clinic: Clinic): Email {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    preheader: 'If this was not you, choose a new password right away.',
    paragraphs: [
      `The password of your account at ${clinic.name} was changed, and all other devices were signed out.`,
      `If this was you, you are all set. If not, choose a new password right away, or call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}/forgot-password`, 'Choose a new password'),
  }
}

/** Says that an app or a passkey was added or removed. */
export function secondFactorChanged(publicUrl: string, clinic: Clinic): Email {
  return {
    subject: 'Your second factor was changed',
    heading: 'Your second factor was changed',
    preheader: 'If this was not you, choose a new password right away.',
    paragraphs: [
      `The authenticator app or a passkey of your account at ${clinic.name} was added or removed.`,
      `If this was you, you are all set. If not, choose a new password right away, and call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}/forgot-password`, 'Choose a new password'),
  }
}

/** Says that the account was erased. */
export function accountErased(clinic: Clinic): Email {
  return {
    subject: 'Your account was erased',
    heading: 'Your account was erased',
    preheader: 'Your name, address and phone number are gone.',
    paragraphs: [
      `Your account at ${clinic.name} was erased, as you asked. Your name, email address and phone number are gone.`,
      'The times and payments of your past appointments stay in our books without your name, for as long as the law requires.',
    ],
    after: [`If you did not ask for this, call us at ${clinic.phone}.`],
  }
}

/** Has the link by which another account may act for a patient. */
export function sharePatient(link: string | undefined, sharedBy: string | undefined, clinic: string): Email {
  return {
    subject: 'Act for a patient',
    heading: 'Act for a patient',
    preheader: 'Book, move and pay for their appointments from your account.',
    paragraphs: [
      `${sharedBy ?? 'Somebody'} asks you to act for a patient of ${clinic}: you can then book, move and pay for their appointments from your own account.`,
    ],
    button: buttonTo(link, 'Act for them'),
    after: ['The link works for seven days. If you don’t know who sent it, you can ignore this email.'],
  }
}

/** Asks to confirm the new address of an account. */
export function newEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    preheader: 'One click, and your account has this address.',
    paragraphs: [
      `Confirm that this is the new email address of your account at ${clinic}. You then log in with it, and we write to you here.`,
    ],
    button: buttonTo(link, 'Confirm this address'),
    after: ['The link works for one day. If you don’t know this clinic, you can ignore this email.'],
  }
}

/** Tells the old address that the account has another one. */
export function emailChanged(clinic: Clinic): Email {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    preheader: 'If this was not you, call us.',
    paragraphs: [
      `Your account at ${clinic.name} has another email address now, and all devices were signed out. We no longer write to this one.`,
      `If this was not you, call us at ${clinic.phone}.`,
    ],
  }
}
