import { z } from 'zod'
import { durationText } from '../../accounts/rules/durations.ts'
import {
  REFRESH_GRACE_MS,
  SIGN_IN_TICKET_MAX_TRIES,
  SIGN_IN_TICKET_TTL_MS,
  SOCIAL_SIGN_IN_TTL_MS,
} from '../../accounts/rules/lifetimes.ts'
import { changePasswordInput, updateEmailInput } from '../../accounts/schema/settings.ts'
import {
  forgotPasswordInput,
  registerInput,
  resetPasswordInput,
  signInInput,
} from '../../accounts/schema/sign-in.ts'
import { twoFactorInput } from '../../accounts/schema/two-factor.ts'
import { callbackQuery, providerName } from '../../accounts/schema/social.ts'
import {
  envelope,
  errorJson,
  refreshedJson,
  signedInJson,
  twoFactorJson,
  userJson,
} from '../wire/answers.ts'
import {
  type Calls,
  done,
  json,
  redirects,
  refused,
  requires,
  SESSION,
  signInFirst,
  tooMany,
} from './parts.server.ts'

const PROVIDER = { description: 'Where the reader signs in instead.' }
const providerPath = z.object({ provider: providerName.meta(PROVIDER) })

/** The calls about accounts and sessions. */
export const authCalls: Calls = {
  '/api/auth/login': {
    post: {
      operationId: 'login',
      tags: ['Auth'],
      summary: 'Sign in',
      requestBody: requires(signInInput),
      responses: {
        '200': json(
          'Signed in; the refresh and access tokens come as cookies too. Readers with two-factor sign-in get a ticket instead, and nothing else.',
          envelope(z.union([signedInJson, twoFactorJson])),
        ),
        '400': refused,
        '401': json('The address or the password is wrong.', errorJson),
        '429': tooMany,
      },
    },
  },
  '/api/auth/two-factor': {
    post: {
      operationId: 'twoFactor',
      tags: ['Auth'],
      summary: 'The second step of a sign-in',
      description:
        'The ticket that the sign-in answered, and a code: six digits from the authenticator app, or a recovery code. A ticket lasts ' +
        `${durationText(SIGN_IN_TICKET_TTL_MS)} and allows ${SIGN_IN_TICKET_MAX_TRIES} tries; a code works once.`,
      requestBody: requires(twoFactorInput),
      responses: {
        '200': json('Signed in, as by the sign-in call.', envelope(signedInJson)),
        '400': refused,
        '401': json(
          'The code (`errors.code`) is wrong or used, or the ticket (`errors.ticket`) is.',
          errorJson,
        ),
        '429': tooMany,
      },
    },
  },
  '/api/auth/register': {
    post: {
      operationId: 'register',
      tags: ['Auth'],
      summary: 'Create an account and sign in',
      requestBody: requires(registerInput),
      responses: {
        '201': json('Created and signed in.', envelope(signedInJson)),
        '400': refused,
        '409': json('The address has an account.', errorJson),
        '429': tooMany,
      },
    },
  },
  '/api/auth/me': {
    get: {
      operationId: 'me',
      tags: ['Auth'],
      summary: 'The signed-in reader',
      security: SESSION,
      responses: {
        '200': json('The reader.', envelope(z.strictObject({ user: userJson }))),
        '401': signInFirst,
      },
    },
  },
  '/api/auth/refresh-token': {
    post: {
      operationId: 'refreshToken',
      tags: ['Auth'],
      summary: 'Exchange the refresh cookie for new tokens',
      description: `A refresh token works once. Within ${durationText(REFRESH_GRACE_MS)} the same one gets the same answer; later the whole session ends.`,
      requestParams: {
        header: z.object({
          'X-Refresh-Request': z.string().meta({ description: 'Any value.' }),
        }),
      },
      responses: {
        '200': json('A new access token; new cookies.', refreshedJson),
        '400': json('The header is missing.', errorJson),
        '401': signInFirst,
      },
    },
  },
  '/auth/logout': {
    post: {
      operationId: 'logout',
      tags: ['Auth'],
      summary: 'Sign out',
      responses: { '200': json('Signed out, whoever asked.', done) },
    },
  },
  '/api/auth/{provider}': {
    get: {
      operationId: 'socialSignIn',
      tags: ['Auth'],
      summary: 'Leave to sign in at Apple, Google or Facebook',
      description: 'For browsers: a full-page navigation, with state and PKCE.',
      requestParams: {
        path: providerPath,
        query: z.object({
          redirectTo: z.string().optional().meta({ description: 'A path to go to afterwards.' }),
          toSubscribe: z.string().optional().meta({ description: 'Go to the plans afterwards.' }),
        }),
      },
      responses: {
        '302': redirects(
          `To the provider; a cookie remembers the sign-in for ${durationText(SOCIAL_SIGN_IN_TTL_MS)}.`,
        ),
        '404': json('There is no such provider, or it is not configured.', errorJson),
      },
    },
  },
  '/api/auth/{provider}/callback': {
    get: {
      operationId: 'socialCallback',
      tags: ['Auth'],
      summary: 'Come back from a provider',
      requestParams: { path: providerPath, query: callbackQuery },
      responses: {
        '302': redirects(
          'Signed in: to /browse?isSocial=true, or to where the reader was going. Else to /login?error=… with what went wrong.',
        ),
        '404': json('There is no such provider, or it is not configured.', errorJson),
      },
    },
    post: {
      operationId: 'appleCallback',
      tags: ['Auth'],
      summary: 'Come back from Apple, which posts a form',
      requestParams: { path: z.object({ provider: z.literal('apple').meta(PROVIDER) }) },
      responses: { '303': redirects('To the same address, with what was posted as its query.') },
    },
  },
  '/api/auth/forgot-password': {
    post: {
      operationId: 'forgotPassword',
      tags: ['Auth'],
      summary: 'Ask for a reset link by mail',
      requestBody: requires(forgotPasswordInput),
      responses: {
        '200': json('The same answer whether or not the address is known.', done),
        '400': refused,
        '429': tooMany,
      },
    },
  },
  '/api/auth/reset-password/{token}': {
    put: {
      operationId: 'resetPassword',
      tags: ['Auth'],
      summary: 'Set a new password by a reset link',
      requestParams: {
        path: z.object({ token: z.string().meta({ description: 'From the link in the mail.' }) }),
      },
      requestBody: requires(resetPasswordInput),
      responses: {
        '200': json('The password is set; every session has ended.', done),
        '400': json('The link was used, is too old, or the password is too short.', errorJson),
      },
    },
  },
  '/auth/update-email': {
    put: {
      operationId: 'updateEmail',
      tags: ['Auth'],
      summary: 'Change the address',
      security: SESSION,
      requestBody: requires(updateEmailInput),
      responses: {
        '200': json('Changed; the new address gets a code, the old one is told.', done),
        '400': refused,
        '401': signInFirst,
        '403': json('The account has no password here.', errorJson),
        '409': json('The address has an account.', errorJson),
      },
    },
  },
  '/auth/change-password': {
    put: {
      operationId: 'changePassword',
      tags: ['Auth'],
      summary: 'Change the password',
      security: SESSION,
      requestBody: requires(changePasswordInput),
      responses: {
        '200': json('Changed; every other session has ended.', done),
        '400': refused,
        '401': signInFirst,
        '403': json('The account has no password here.', errorJson),
      },
    },
  },
  '/auth/delete-account': {
    delete: {
      operationId: 'deleteAccount',
      tags: ['Auth'],
      summary: 'Delete the account and everything with it',
      security: SESSION,
      responses: {
        '200': json('Deleted; its subscription has ended.', done),
        '401': signInFirst,
        '502': json(
          'The payment provider could not be reached to end the subscription: nothing is deleted.',
          errorJson,
        ),
      },
    },
  },
}
