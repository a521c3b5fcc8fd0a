import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'

export default function PrivacyPage() {
  const { name, address, phone, phoneLink, email, emailLink, privacy } = clinic
  return (
    <div className="shell max-w-3xl py-10 sm:py-14">
      <h1 className="page-title">Privacy</h1>
      <p className="mt-4 text-lg">
        {name} keeps what it needs to treat you, to be paid and to reach you. We show no advertising, and nobody follows
        you on this site.
      </p>
      {clinic.imprint !== undefined && (
        <section data-if="imprint" className="mt-10">
          <h2 className="text-2xl">Imprint</h2>
          <p className="mt-3 whitespace-pre-line">{clinic.imprint}</p>
        </section>
      )}
      <Part title="What we keep">
        <Facts>
          <Fact term="Your account">
            Your name, email address and password. Of the password we keep a hash, from which nobody can read it. If you
            continue with Google, also your picture.
          </Fact>
          <Fact term="Your appointments">
            Treatment, dentist and time, your phone number, what became of the appointment, and notes of our staff.
          </Fact>
          <Fact term="The waiting list">Which earlier times suit you, and which ones we offered you.</Fact>
          <Fact term="Invitations">
            When your next visit is due and when we wrote to you about it. A link in that email stops all later ones.
          </Fact>
          <Fact term="Your payments">Amounts, refunds and the payment’s number. We don’t keep card numbers.</Fact>
          <Fact term="Emails">Which email we sent you and when. We don’t keep what was in it.</Fact>
          <Fact term="Your devices">
            The browser and the internet address of each device that is signed in, and when it was last used.
          </Fact>
          <Fact term="What is done">
            A record of what you and our staff change, and of each time our staff look at your data.
          </Fact>
        </Facts>
      </Part>
      <Part title="Who sees it">
        <p>Our staff. Each look is recorded. And these services:</p>
        <p className="whitespace-pre-line">{privacy.services}</p>
      </Part>
      <Part title="How long">
        <Facts>
          <Fact term="Your account">Until you erase it.</Fact>
          <Fact term="An account whose email was never confirmed">{privacy.unconfirmed} after its last use.</Fact>
          <Fact term="Signed-in devices">30 days after their last use.</Fact>
          <Fact term="Attempts to sign in">How many came from an internet address: one day.</Fact>
          <Fact term="The record of emails">{privacy.emails}.</Fact>
          <Fact term="The audit trail: who did what">{privacy.audit}, also after you erase your account.</Fact>
          <Fact term="Appointments and payments">
            As long as the law wants us to keep our books. Once you erase your account, they no longer say whose they
            were.
          </Fact>
          <Fact term="Backups">Until newer ones replace them. They contain what was there when they were made.</Fact>
        </Facts>
      </Part>
      <Part title="Cookies and storage">
        <p>
          A cookie keeps you signed in. Another remembers a browser that has signed in before, so that strangers who
          guess passwords can’t lock you out. If you continue with Google, a third one lives for some minutes. Your
          browser also stores your name, your email address, your next appointment and the messages of this site until
          you sign out. You see that appointment without an internet connection, too.
        </p>
      </Part>
      <Part title="What you can do">
        <p>
          Under <InlineLink to={pages.account}>My Account</InlineLink> you download all of it, see your devices, and
          erase your account. For anything else, or without an account, ask us:
        </p>
        <p>
          {name}, {address},{' '}
          {phone && (
            <a data-if="phone" className="text-link" href={phoneLink}>
              {phone}
            </a>
          )}
          ,{' '}
          {email && (
            <a data-if="email" className="text-link wrap-anywhere" href={emailLink}>
              {email}
            </a>
          )}
        </p>
        <p>You can also complain to the authority for data protection where you live.</p>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[14rem_1fr] sm:gap-y-3">{children}</dl>
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium">{term}</dt>
      <dd className="text-quiet max-sm:mb-2">{children}</dd>
    </>
  )
}

function InlineLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link">
      {children}
    </Link>
  )
}
