/** Written by bin/generate-client-types.ts from the OpenAPI document. Do not edit. */

import type { ROUTES } from './routes.ts'

export interface User {
  _id: string
  name: string
  email: string
  /** `admin`, or another word for readers. */
  role: string
  emailVerified: boolean
  isEmailVerified: boolean
  /** Whether the reader has full access. */
  isSubscribed: boolean
  /** Whether the account has no password. */
  isSocialAuthenticated: boolean
}

export interface ErrorAnswer {
  success: false
  message: string
  errors?: Record<string, Array<string>>
}

export interface Book {
  _id: string
  slug: string
  title: string
  author: string
  imageUrl: string
  /** The blurb. */
  summary: string
  /** As much of the text as the caller may read: without full access, up to the cut, and nothing of a locked book. */
  text?: string
  locked: boolean
  subgenre:
    | 'Self-Help'
    | 'Health & Wellness'
    | 'Money & Economics'
    | 'Career & Business'
    | 'Relationships'
    | 'Biography/Autobiography'
    | 'Science & Technology'
    | 'Culture & Humanity'
    | 'Fiction'
  /** Minutes to read the full text. */
  minutes: number
  publishedAt: string
}

export interface RecommendedBook extends Book {
  reason: string
}

export interface Place {
  bookId: string
  section: string
  paragraph: number
  share: number
  offset: number
  /** By the server’s clock. */
  placedAt: string
  /** The furthest position since the reader began the book. */
  furthest: {
    section: string
    paragraph: number
    share: number
  }
}

/** A book that the reader has read, and when. */
export interface ReadBook extends Book {
  readAt: string
}

export interface Plan {
  /** The price ID. */
  id: string
  name: string
  /** Cents. */
  price: number
  interval: 'month' | 'year'
  features: Array<string>
}

export interface StartedSubscription {
  id: string
  /** `incomplete` until the card or the first payment is confirmed. */
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none' | 'incomplete'
  planId: string | null
  plan: ('monthly' | 'yearly') | null
  trialEnd: string | null
  currentPeriodEnd: string | null
  cancelAtPeriodEnd: boolean
  cancel_at_period_end: boolean
  /** The plan change scheduled for the end of the period. */
  schedule: {
    planId: string
    plan: 'monthly' | 'yearly'
    at: string
  } | null
  /** `mobile`: bought in an app store, and managed there. */
  source: 'stripe' | 'mobile'
}

export interface Subscription {
  id: string
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
  planId: string | null
  plan: ('monthly' | 'yearly') | null
  trialEnd: string | null
  currentPeriodEnd: string | null
  cancelAtPeriodEnd: boolean
  cancel_at_period_end: boolean
  /** The plan change scheduled for the end of the period. */
  schedule: {
    planId: string
    plan: 'monthly' | 'yearly'
    at: string
  } | null
  /** `mobile`: bought in an app store, and managed there. */
  source: 'stripe' | 'mobile'
}

export interface LegacySubscription {
  price_id: string | null
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
  current_period_end: number | null
  cancel_at_period_end: boolean
  pending_update: {
    items: Array<{
      price: {
        id: string
      }
    }>
    /** Seconds since 1970. */
    effective_at: number
  } | null
  trial_end: number | null
  /** The last payment in cents; 0: none yet. */
  amount_paid: number
  /** When the next charge is due; null: there is none. */
  billing_date: number | null
  /** `mobile`: bought in an app store, and managed there. */
  source: 'stripe' | 'mobile'
}

/** What most calls answer. */
export interface Success<Data = Record<string, never>> {
  success: true
  data: Data
  message?: string
}

export interface LoginData {
  accessToken: string
  user: User
}

export interface ListBooksInput {
  /** Page number, from 1; 20 books per page. */
  page?: number
  /** Words, or beginnings of words, of the title, author, genre, and blurb; tolerates one or two typos. */
  search?: string
  /** Slug or label of a genre; all genres if empty or `all`. */
  subgenre?: string
  /** Default: `title`, or best match for a search. */
  sort?: ('title' | 'author' | 'newest' | 'popular') | ''
}

export interface ListBooksData {
  books: Array<Book>
  hasMore: boolean
  total: number
}

export interface JustArrivedData {
  books: Array<Book>
}

export interface RecommendationsData {
  books: Array<RecommendedBook>
}

export interface SaveBookInput {
  /** The `_id` of a book. */
  bookId: string
}

export interface RecentlyReadData {
  books: Array<ReadBook>
}

export interface SubscriptionStatusData {
  subscription: Subscription | null
  /** Whether the reader has full access, which mobile subscribers, administrators, and readers with complimentary access have too. */
  isSubscribed: boolean
  subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
}

export interface LegacyCancelSubscriptionData {
  subscription: LegacySubscription
}

export interface StripeWebhookData {
  received: true
}

interface Calls {
  /** Sign in */
  login: {
    input: {
      email: string
      password: string
    }
    answer: Success<
      | LoginData
      | {
          twoFactor: true
          /** For /api/auth/two-factor, together with a code; works once, for five minutes. */
          ticket: string
        }
    >
  }
  /** Complete a two-factor sign-in */
  twoFactor: {
    input: {
      ticket: string
      code: string
    }
    answer: Success<LoginData>
  }
  /** Create an account and sign in */
  register: {
    input: {
      name: string
      email: string
      password: string
    }
    answer: Success<LoginData>
  }
  /** The signed-in reader */
  me: {
    input: Record<string, never>
    answer: Success<{
      user: User
    }>
  }
  /** Exchange the refresh cookie for new tokens */
  refreshToken: {
    input: Record<string, never>
    answer: {
      success: true
      accessToken: string
      data: {
        accessToken: string
      }
    }
  }
  /** Ask for an email with a password reset link */
  forgotPassword: {
    input: {
      email: string
    }
    answer: Success
  }
  /** Set a new password with a reset link */
  resetPassword: {
    input: {
      /** From the link in the email. */
      token: string
      newPassword: string
    }
    answer: Success
  }
  /** Sign out */
  logout: {
    input: Record<string, never>
    answer: Success
  }
  /** Change the email address */
  updateEmail: {
    input: {
      newEmail: string
      password: string
    }
    answer: Success
  }
  /** Change the password */
  changePassword: {
    input: {
      oldPassword: string
      newPassword: string
      confirmNewPassword: string
    }
    answer: Success
  }
  /** Delete the account and all its data */
  deleteAccount: {
    input: Record<string, never>
    answer: Success
  }
  /** List and search the catalogue */
  listBooks: {
    input: ListBooksInput
    answer: Success<ListBooksData>
  }
  /** List and search the catalogue, with full texts */
  listBooksSubscribed: {
    input: ListBooksInput
    answer: Success<ListBooksData>
  }
  /** The newest books, up to 30 */
  justArrived: {
    input: Record<string, never>
    answer: Success<JustArrivedData>
  }
  /** The newest books, up to 30, with full texts */
  justArrivedSubscribed: {
    input: Record<string, never>
    answer: Success<JustArrivedData>
  }
  /** The books that are trending, up to 30 */
  trending: {
    input: Record<string, never>
    answer: Success<JustArrivedData>
  }
  /** The books that are trending, up to 30, with full texts */
  trendingSubscribed: {
    input: Record<string, never>
    answer: Success<JustArrivedData>
  }
  /** Books that the reader may like, up to 30 */
  recommendations: {
    input: Record<string, never>
    answer: Success<RecommendationsData>
  }
  /** Books that the reader may like, up to 30, with full texts */
  recommendationsSubscribed: {
    input: Record<string, never>
    answer: Success<RecommendationsData>
  }
  /** A random book that the caller may open */
  shuffle: {
    input: Record<string, never>
    answer: Book
  }
  /** A random book, locked or not */
  shuffleSubscribed: {
    input: Record<string, never>
    answer: Book
  }
  /** List and search My List */
  listMyBooks: {
    input: ListBooksInput
    answer: Success<ListBooksData>
  }
  /** Save a book to My List */
  saveBook: {
    input: SaveBookInput
    answer: Success
  }
  /** Remove a book from My List */
  unsaveBook: {
    input: SaveBookInput
    answer: Success
  }
  /** Whether a book is in My List */
  isInList: {
    input: SaveBookInput
    answer: Success<{
      isInList: boolean
    }>
  }
  /** The ids of all books in My List */
  favorites: {
    input: Record<string, never>
    answer: Success<{
      books: Array<{
        bookId: string
      }>
    }>
  }
  /** The ids of all books that the reader has read, and when */
  readBooks: {
    input: Record<string, never>
    answer: Success<{
      books: Array<{
        bookId: string
        readAt: string
      }>
    }>
  }
  /** Whether a book is marked as read */
  isRead: {
    input: SaveBookInput
    answer: Success<{
      isRead: boolean
    }>
  }
  /** How many books are marked as read */
  readCount: {
    input: Record<string, never>
    answer: Success<{
      count: number
    }>
  }
  /** The reading positions of up to 500 books */
  listPlaces: {
    input: Record<string, never>
    answer: Success<{
      places: Array<Place>
    }>
  }
  /** Save the reading position in a book */
  keepPlace: {
    input: {
      /** The `_id` of a book. */
      bookId: string
      /** The section’s id, which is its fragment in the page’s address: `idea-3`. */
      section: string
      /** The paragraph or list within the section, from 0. */
      paragraph?: number
      /** The share of the paragraph above the line that is being read. */
      offset?: number
      /** The share of the whole text before the position. */
      share: number
      /** When the reader got there, by the device’s clock; default: now. A later position wins. */
      placedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
    }
    answer: Success<Place>
  }
  /** The books that the reader read last, up to 30 */
  recentlyRead: {
    input: Record<string, never>
    answer: Success<RecentlyReadData>
  }
  /** The books that the reader read last, up to 30, with full texts */
  recentlyReadSubscribed: {
    input: Record<string, never>
    answer: Success<RecentlyReadData>
  }
  /** Mark a book as read */
  markRead: {
    input: SaveBookInput
    answer: Success
  }
  /** Mark a book as unread */
  markUnread: {
    input: SaveBookInput
    answer: Success
  }
  /** The plans on offer */
  plans: {
    input: Record<string, never>
    answer: Success<{
      plans: Array<Plan>
    }>
  }
  /** Start a subscription */
  subscribe: {
    input: {
      /** The price id of a plan. */
      planId?: string
      /** Ignored: a first subscription starts with 7 free days. */
      trialPeriodDays?: number
      promotionCode?: string
    }
    answer: Success<{
      /** For the payment provider’s library; null: there is nothing left to confirm. */
      clientSecret: string | null
      /** `setup`: confirm a card for the trial; `payment`: confirm the first payment. */
      intentType: ('setup' | 'payment') | null
      subscription: StartedSubscription
    }>
  }
  /** Change the plan */
  changePlan: {
    input: {
      /** The price id of a plan. */
      planId?: string
    }
    answer: Success<{
      subscription: Subscription | null
      /** `scheduled`: changes at the end of the period. `unconfirmed`: the reader must confirm the payment (3-D Secure or another card); until then, the old plan stays. */
      outcome: 'changed' | 'scheduled' | 'unconfirmed'
      clientSecret: string | null
    }>
  }
  /** Cancel the subscription */
  cancelSubscription: {
    input: {
      immediately?: boolean
      atPeriodEnd?: boolean
    }
    answer: Success<{
      subscription: Subscription | null
      /** When access ends. */
      lastDay: string
      nextCharge: null
      /** The refunded part of the last payment, in cents; null: none. */
      refund: number | null
    }>
  }
  /** The status of the reader’s subscription */
  subscriptionStatus: {
    input: Record<string, never>
    answer: Success<SubscriptionStatusData>
  }
  /** A link to the payment provider’s portal, for cards, invoices, and cancellation */
  billingPortal: {
    input: Record<string, never>
    answer: Success<{
      url: string
    }>
  }
  /** Refresh the subscription from the payment provider */
  reconcile: {
    input: Record<string, never>
    answer: Success<SubscriptionStatusData>
  }
  /** Change the plan (legacy) */
  legacyChangePlan: {
    input: {
      /** The price id of a plan. */
      newPriceId?: string
    }
    answer: {
      success: true
      payment_successful: boolean
      data: {
        payment_successful: boolean
        subscription: LegacySubscription
      }
    }
  }
  /** Cancel at the end of the period (legacy) */
  legacyCancelSubscription: {
    input: Record<string, never>
    answer: Success<LegacyCancelSubscriptionData>
  }
  /** Cancel the free trial (legacy) */
  legacyCancelTrial: {
    input: Record<string, never>
    answer: Success<LegacyCancelSubscriptionData>
  }
  /** Undo a cancellation (legacy) */
  legacyResubscribe: {
    input: Record<string, never>
    answer: Success<LegacyCancelSubscriptionData>
  }
  /** Receive an event from Stripe */
  stripeWebhook: {
    input: Record<string, never>
    answer: Success<StripeWebhookData>
  }
  /** Receive an event about a mobile subscription, in RevenueCat’s format */
  mobileWebhook: {
    input: {
      event: {
        type: string
        app_user_id?: string
        event_timestamp_ms?: number
        expiration_at_ms?: number | null
        grace_period_expiration_at_ms?: number | null
        product_id?: string | null
        store?: string | null
        environment?: string | null
        transferred_from?: Array<string>
        transferred_to?: Array<string>
      }
    }
    answer: Success<StripeWebhookData>
  }
}

export type OperationId = keyof Calls

/** Every call, by its operationId in the OpenAPI document. */
export type Operations = { [K in OperationId]: Calls[K] & (typeof ROUTES)[K] }
