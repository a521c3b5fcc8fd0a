import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import { permissionsPolicy } from '#server/http/security.ts'
import { fontSheet } from '#server/site/fonts.ts'
import { basePath } from '../account.ts'
import { sampleUsers, type User } from '../user.ts'

/** Path of the style sheet. */
export const stylePath = `${basePath}/chooser.css`

/** Path of the account chooser; the sign-in's id follows. */
export const chooserPath = `${basePath}/account`

/** Input of 'Use another account', and its errors. */
type Attempt = { name: string; email: string; errors: Record<string, string | undefined> }

/** Returns the headers of the sandbox's pages. A form's policy also applies to redirects, so it names all origins of
 *  the site. */
export function pageHeaders(origins: string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    'img-src data:',
    `form-action ${origins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': permissionsPolicy(),
    'cache-control': 'no-store',
  }
}

/** Returns the account chooser. `site` is the site's name. */
export function chooserPage(site: string, attempt: Attempt = { name: '', email: '', errors: {} }): string {
  const { name, email, errors } = attempt
  return page(
    'Choose an account',
    `<p>to continue to ${escapeHtml(site)}</p>
    <p class="note"><strong>This is not Google.</strong> It is a stand-in for Google that lets you try the sign-in without
      internet. It asks for no password, and nothing leaves this server.</p>
    <form method="post">
      <ul>${sampleUsers.map(account).join('')}</ul>
    </form>
    <form method="post" novalidate>
      <h2>Use another account</h2>
      ${field('name', 'Name', 'name', name, errors.name)}
      ${field('email', 'Email', 'email', email, errors.email)}
      <button class="line">Continue</button>
    </form>
    <form method="post"><button class="plain" name="cancel" value="yes">Cancel</button></form>`,
  )
}

/** Returns the page for a sign-in that has ended. */
export function endedPage(site: string, message: string): string {
  return page(
    'This sign-in can’t go on',
    `<p>${escapeHtml(message)}</p>
    <p><a href="/login">Back to ${escapeHtml(site)}</a>, where you can start again.</p>`,
  )
}

function account({ sub, name, email, verified }: User) {
  return `<li><button class="account" name="account" value="${escapeHtml(sub)}">
      <span class="name">${escapeHtml(name)}</span>
      <span>${escapeHtml(email)}${verified ? '' : ' (address not verified)'}</span>
    </button></li>`
}

function field(name: string, label: string, autocomplete: string, value: string, error: string | undefined) {
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''
  return `<label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}" autocomplete="${autocomplete}"
        value="${escapeHtml(value)}"${described}>
      ${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}`
}

function page(title: string, content: string) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} | Stand-in for Google</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${fontSheet}">
    <link rel="stylesheet" href="${stylePath}">
  </head>
  <body>
    <main>
      <p class="mark">Stand-in for Google</p>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`
}
