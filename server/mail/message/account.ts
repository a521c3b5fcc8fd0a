import { pages } from '#contract/site/pages.ts'
import { buttonTo, type Clinic, type Email } from './content.ts'

/** Asks to confirm the address of a new account. */
export function verifyEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    preheader: `One click, and your account at ${clinic} is ready.`,
    paragraphs: [`Thanks for creating an account at ${clinic}. Please confirm that this email address is yours.`],
    button: buttonTo(link, 'Confirm email address'),
    after: ['The link works for one day. If you did not create an account, you can ignore this email.'],
    why: 'We send this email when an account is created with this address.',
  }
}

/** Has the link to choose a new password. */
export function passwordReset(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    preheader: 'This link works once, within one hour.',
    paragraphs: [`Somebody asked for a new password for your account at ${clinic}. If that was you, choose one here.`],
    button: buttonTo(link, 'Choose a new password'),
    after: [
      'The link works once, within one hour. If you did not ask for it, you can ignore this email. Your password stays the same.',
    ],
    why: 'We send this email when somebody asks for a new password.',
  }
}

/** Has the link by which a patient of the clinic makes an account. */
export function claimAccount(link: string | undefined, clinic: string): Email {
  return {
    subject: 'See your appointments online',
    heading: 'See your appointments online',
    preheader: 'Choose a password to see, move and pay for your appointments.',
    paragraphs: [
      `Your appointments at ${clinic} are ready for you online. Choose a password, log in and enter your birth date. Then you can see, move and pay for them.`,
    ],
    button: buttonTo(link, 'Choose a password'),
    after: [
      'The link works once, within seven days. After that, sign up on our website with this address.',
      `If you don’t know ${clinic}, you can ignore this email.`,
    ],
    why: 'You get this email because our front desk has noted this address.',
  }
}

/** Invites to the staff. */
export function staffInvitation(link: string | undefined, clinic: string): Email {
  return {
    subject: 'You are invited to work with us',
    heading: 'You are invited to work with us',
    preheader: 'This link works once, within seven days.',
    paragraphs: [`${clinic} invites you to join its team. Open the invitation to see your role.`],
    button: buttonTo(link, 'Open the invitation'),
    after: [
      'The link works once, within seven days, and only for you. After that, ask us for a new one.',
      `If you don’t know ${clinic}, you can ignore this email.`,
    ],
    why: 'You get this email because an admin of the clinic entered this address.',
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
    why: 'We always write when a password changes.',
  }
}

/** Says that an app or a passkey was added or removed. */
export function secondFactorChanged(publicUrl: string, clinic: Clinic): Email {
  return {
    subject: 'Your second factor was changed',
    heading: 'Your second factor was changed',
    preheader: 'If this was not you, choose a new password right away.',
    paragraphs: [
      `An authenticator app or a passkey was added to your account at ${clinic.name}, or removed from it.`,
      `If this was you, you are all set. If not, choose a new password right away, and call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}/forgot-password`, 'Choose a new password'),
    why: 'We always write when a second factor changes.',
  }
}

/** Says that the account was erased. */
export function accountErased(clinic: Clinic): Email {
  return {
    subject: 'Your account was erased',
    heading: 'Your account was erased',
    preheader: 'Your name, address and phone number are gone.',
    paragraphs: [
      `Your account at ${clinic.name} was erased, as you asked. We no longer have your name, email address or phone number.`,
      'The times and payments of your past appointments stay in our books without your name, for as long as the law requires.',
    ],
    after: [`If you did not ask for this, call us at ${clinic.phone}.`],
    why: 'This is the last email about your account.',
  }
}

type Shared = { link: string | undefined; sharedBy: string | undefined; sharedName: string | undefined }

/** Has the link by which another account may act for a patient. */
export function sharePatient({ link, sharedBy = 'Somebody', sharedName }: Shared, clinic: string): Email {
  const whom = nameIn(sharedName)
  return {
    subject: 'Act for a patient',
    heading: 'Act for a patient',
    preheader: 'Book, move and pay for their appointments from your account.',
    paragraphs: [
      `${sharedBy} would like you to act for ${whom}, a patient of ${clinic}. You can then book, move and pay for ${whom}’s appointments from your own account. So can ${sharedBy}, as before.`,
    ],
    button: buttonTo(link, 'Act for them'),
    after: ['The link works for seven days. If you don’t know who sent it, you can ignore this email.'],
    why: 'You get this email because a user of our website entered this address.',
  }
}

/** Has the link by which a person takes over their own record. */
export function handOverPatient({ link, sharedBy = 'Somebody', sharedName }: Shared, clinic: string): Email {
  const whose = nameIn(sharedName)
  return {
    subject: 'Your record is being handed over to you',
    heading: 'Your record is being handed over to you',
    preheader: 'Your appointments move into an account of your own.',
    paragraphs: [
      `${sharedBy} hands the record of ${whose} at ${clinic} over to you. Its appointments then show in an account of your own, and you decide who else sees them.`,
      `Open the link only if you are ${whose}. We ask for your birth date.`,
    ],
    button: buttonTo(link, 'This is me'),
    after: ['The link works for seven days. If you don’t know who sent it, you can ignore this email.'],
    why: 'You get this email because a user of our website entered this address.',
  }
}

/** A name that an account gave to a patient. The account chose it and the recipient: what could be a message or an
 *  address is left out. */
function nameIn(name: string | undefined): string {
  return name && /^(\p{L}[\p{L}\p{M}'’-]*\.? ?){1,4}$/u.test(name) && name.length <= 50 ? name : 'a person'
}

/** Asks to confirm the new address of an account. */
export function newEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    preheader: 'One click, and your account has this address.',
    paragraphs: [
      `Please confirm that this is the new email address of your account at ${clinic}. You then log in with it, and we write to you here.`,
    ],
    button: buttonTo(link, 'Confirm this address'),
    after: [`The link works for one day. If you don’t know ${clinic}, you can ignore this email.`],
    why: 'You get this email because a user of our website entered this address as their new one.',
  }
}

/** Tells the present address that the account is to have another one. */
export function emailChangeAsked(publicUrl: string, clinic: Clinic): Email {
  return {
    subject: 'Your email address is about to change',
    heading: 'Your email address is about to change',
    preheader: 'If this was not you, withdraw the change.',
    paragraphs: [
      `Somebody who is signed in to your account at ${clinic.name} asked for another email address. It takes effect as soon as the link in our email to the new address is opened.`,
      `If this was not you, withdraw the change in My Account and choose a new password, or call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}${pages.account}`, 'My Account'),
    why: 'We always write when an email address is about to change.',
  }
}

/** Tells the old address that the account has another one. */
export function emailChanged(clinic: Clinic): Email {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    preheader: 'If this was not you, call us.',
    paragraphs: [
      `Your account at ${clinic.name} has another email address now, and all devices were signed out. We no longer write to this address.`,
      `If this was not you, call us at ${clinic.phone}.`,
    ],
    why: 'This is the last email to this address about your account.',
  }
}
