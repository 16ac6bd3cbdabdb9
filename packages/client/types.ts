/**
 * What the calls of Readr's API take and answer. Written from the description of the API by
 * bin/generate-client-types.ts: change that, not this.
 */

export interface User {
  _id: string
  name: string
  email: string
  /** `admin`, or another word for readers. */
  role: string
  emailVerified: boolean
  isEmailVerified: boolean
  /** Has full access. */
  isSubscribed: boolean
  /** Has no password here. */
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
  /** The text as far as the asker may read it: up to the cut without full access; absent on a locked book. */
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
  /** Minutes to read the whole text. */
  minutes: number
  publishedAt: string
}

export interface RecommendedBook {
  _id: string
  slug: string
  title: string
  author: string
  imageUrl: string
  /** The blurb. */
  summary: string
  /** The text as far as the asker may read it: up to the cut without full access; absent on a locked book. */
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
  /** Minutes to read the whole text. */
  minutes: number
  publishedAt: string
  reason: string
}

export interface Plan {
  /** The price id. */
  id: string
  name: string
  /** Cents. */
  price: number
  interval: 'month' | 'year'
  features: Array<string>
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
  /** The plan change that waits for the end of the period. */
  schedule: {
    planId: string
    plan: 'monthly' | 'yearly'
    at: string
  } | null
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
  /** Cents of the last payment; 0: none yet. */
  amount_paid: number
  /** When the next charge is; null: none. */
  billing_date: number | null
}

/** A book that the asker has read, and when. */
export interface ReadBook {
  _id: string
  slug: string
  title: string
  author: string
  imageUrl: string
  /** The blurb. */
  summary: string
  /** The text as far as the asker may read it: up to the cut without full access; absent on a locked book. */
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
  /** Minutes to read the whole text. */
  minutes: number
  publishedAt: string
  readAt: string
}

export interface Place {
  bookId: string
  section: string
  paragraph: number
  share: number
  /** By the server’s clock. */
  placedAt: string
}

/** Every call by the name that the description gives it. */
export interface Operations {
  /** Sign in */
  login: {
    method: 'POST'
    path: '/api/auth/login'
    input: {
      email: string
      password: string
    }
    answer: {
      success: true
      data:
        | {
            accessToken: string
            user: User
          }
        | {
            twoFactor: true
            /** For /api/auth/two-factor, together with a code, once, within five minutes. */
            ticket: string
          }
      message?: string
    }
  }
  /** The second step of a sign-in */
  twoFactor: {
    method: 'POST'
    path: '/api/auth/two-factor'
    input: {
      ticket: string
      code: string
    }
    answer: {
      success: true
      data: {
        accessToken: string
        user: User
      }
      message?: string
    }
  }
  /** Create an account and sign in */
  register: {
    method: 'POST'
    path: '/api/auth/register'
    input: {
      name: string
      email: string
      password: string
    }
    answer: {
      success: true
      data: {
        accessToken: string
        user: User
      }
      message?: string
    }
  }
  /** The signed-in reader */
  me: {
    method: 'GET'
    path: '/api/auth/me'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        user: User
      }
      message?: string
    }
  }
  /** Exchange the refresh cookie for new tokens */
  refreshToken: {
    method: 'POST'
    path: '/api/auth/refresh-token'
    input: Record<string, never>
    answer: {
      success: true
      accessToken: string
      data: {
        accessToken: string
      }
    }
  }
  /** Sign out */
  logout: {
    method: 'POST'
    path: '/auth/logout'
    input: Record<string, never>
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Ask for a reset link by mail */
  forgotPassword: {
    method: 'POST'
    path: '/api/auth/forgot-password'
    input: {
      email: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Set a new password by a reset link */
  resetPassword: {
    method: 'PUT'
    path: '/api/auth/reset-password/{token}'
    input: {
      /** From the link in the mail. */
      token: string
      newPassword: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Change the address */
  updateEmail: {
    method: 'PUT'
    path: '/auth/update-email'
    input: {
      newEmail: string
      password: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Change the password */
  changePassword: {
    method: 'PUT'
    path: '/auth/change-password'
    input: {
      oldPassword: string
      newPassword: string
      confirmNewPassword: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Delete the account and everything with it */
  deleteAccount: {
    method: 'DELETE'
    path: '/auth/delete-account'
    input: Record<string, never>
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** List and search the catalogue */
  listBooks: {
    method: 'GET'
    path: '/books'
    input: {
      /** Page number, from 1; 20 books per page. */
      page?: number
      /** Words, or beginnings of words, of the title, author, genre, and blurb; tolerates one or two typos. */
      search?: string
      /** Slug or label of a genre; all genres if empty or `all`. */
      subgenre?: string
      /** Default: `title`, or best match for a search. */
      sort?: ('title' | 'author' | 'newest' | 'popular') | ''
    }
    answer: {
      success: true
      data: {
        books: Array<Book>
        hasMore: boolean
        total: number
      }
      message?: string
    }
  }
  /** List and search the catalogue, texts whole */
  listBooksSubscribed: {
    method: 'GET'
    path: '/api/books/subscribed'
    input: {
      /** Page number, from 1; 20 books per page. */
      page?: number
      /** Words, or beginnings of words, of the title, author, genre, and blurb; tolerates one or two typos. */
      search?: string
      /** Slug or label of a genre; all genres if empty or `all`. */
      subgenre?: string
      /** Default: `title`, or best match for a search. */
      sort?: ('title' | 'author' | 'newest' | 'popular') | ''
    }
    answer: {
      success: true
      data: {
        books: Array<Book>
        hasMore: boolean
        total: number
      }
      message?: string
    }
  }
  /** The newest books, up to 30 */
  justArrived: {
    method: 'GET'
    path: '/api/books/just-arrived'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<Book>
      }
      message?: string
    }
  }
  /** The newest books, up to 30, texts whole */
  justArrivedSubscribed: {
    method: 'GET'
    path: '/api/books/just-arrived/subscribed'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<Book>
      }
      message?: string
    }
  }
  /** What is read most these days, up to 30 */
  trending: {
    method: 'GET'
    path: '/api/books/trending'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<Book>
      }
      message?: string
    }
  }
  /** What is read most these days, up to 30, texts whole */
  trendingSubscribed: {
    method: 'GET'
    path: '/api/books/trending/subscribed'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<Book>
      }
      message?: string
    }
  }
  /** What the reader may like to read next, up to 30 */
  recommendations: {
    method: 'GET'
    path: '/api/books/recommendations'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<RecommendedBook>
      }
      message?: string
    }
  }
  /** What the reader may like to read next, up to 30, texts whole */
  recommendationsSubscribed: {
    method: 'GET'
    path: '/api/books/recommendations/subscribed'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<RecommendedBook>
      }
      message?: string
    }
  }
  /** One book by chance that the asker may open */
  shuffle: {
    method: 'GET'
    path: '/api/books/shuffle/unsubscribed'
    input: Record<string, never>
    answer: Book
  }
  /** One book by chance, locked or not */
  shuffleSubscribed: {
    method: 'GET'
    path: '/api/books/shuffle/subscribed'
    input: Record<string, never>
    answer: Book
  }
  /** The plans that are on offer */
  plans: {
    method: 'GET'
    path: '/api/v1/billing/plans'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        plans: Array<Plan>
      }
      message?: string
    }
  }
  /** Begin a subscription */
  subscribe: {
    method: 'POST'
    path: '/api/v1/billing/subscription'
    input: {
      /** A price id of the plans. */
      planId?: string
      /** Ignored: a first subscription has seven free days. */
      trialPeriodDays?: number
      promotionCode?: string
    }
    answer: {
      success: true
      data: {
        /** For the payment provider’s library; null: nothing is left to confirm. */
        clientSecret: string | null
        /** `setup`: confirm a card for the trial; `payment`: confirm the first payment. */
        intentType: ('setup' | 'payment') | null
        subscription: Subscription | null
      }
      message?: string
    }
  }
  /** Change the plan */
  changePlan: {
    method: 'PUT'
    path: '/api/v1/billing/subscription'
    input: {
      /** A price id of the plans. */
      planId?: string
    }
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** `scheduled`: at the period’s end. `unconfirmed`: the payment needs the reader (3-D Secure or another card); until then the old plan runs on. */
        outcome: 'changed' | 'scheduled' | 'unconfirmed'
        clientSecret: string | null
      }
      message?: string
    }
  }
  /** Cancel the subscription */
  cancelSubscription: {
    method: 'DELETE'
    path: '/api/v1/billing/subscription'
    input: {
      immediately?: boolean
      atPeriodEnd?: boolean
    }
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** The last moment of access. */
        lastDay: string
        nextCharge: null
        /** Cents that went back of the last payment; null: none. */
        refund: number | null
      }
      message?: string
    }
  }
  /** How the reader stands */
  subscriptionStatus: {
    method: 'GET'
    path: '/api/v1/billing/subscription/status'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** Has full access: also by a mobile subscription, as a gift, or as administrator. */
        isSubscribed: boolean
        subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
      }
      message?: string
    }
  }
  /** An address of the provider’s portal: cards, invoices, cancelling */
  billingPortal: {
    method: 'POST'
    path: '/api/v1/billing/portal'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        url: string
      }
      message?: string
    }
  }
  /** Ask the provider how the reader stands, and answer it */
  reconcile: {
    method: 'POST'
    path: '/api/v1/billing/reconcile'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** Has full access: also by a mobile subscription, as a gift, or as administrator. */
        isSubscribed: boolean
        subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
      }
      message?: string
    }
  }
  /** Change the plan (legacy) */
  legacyChangePlan: {
    method: 'POST'
    path: '/subscription/change-plan'
    input: {
      /** A price id of the plans. */
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
    method: 'POST'
    path: '/subscription/cancel-subscription'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: LegacySubscription
      }
      message?: string
    }
  }
  /** Take a cancellation back (legacy) */
  legacyResubscribe: {
    method: 'POST'
    path: '/subscription/resubscribe'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: LegacySubscription
      }
      message?: string
    }
  }
  /** Cancel the free trial (legacy) */
  legacyCancelTrial: {
    method: 'POST'
    path: '/subscription/cancel-trial'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: LegacySubscription
      }
      message?: string
    }
  }
  /** An event of Stripe’s */
  stripeWebhook: {
    method: 'POST'
    path: '/api/webhooks/stripe'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        received: true
      }
      message?: string
    }
  }
  /** An event about a subscription in a mobile store, in RevenueCat’s format */
  mobileWebhook: {
    method: 'POST'
    path: '/api/webhooks/mobile'
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
    answer: {
      success: true
      data: {
        received: true
      }
      message?: string
    }
  }
  /** The reader’s list, searched and sorted as the catalogue is */
  listMyBooks: {
    method: 'GET'
    path: '/api/books/my-list'
    input: {
      /** Page number, from 1; 20 books per page. */
      page?: number
      /** Words, or beginnings of words, of the title, author, genre, and blurb; tolerates one or two typos. */
      search?: string
      /** Slug or label of a genre; all genres if empty or `all`. */
      subgenre?: string
      /** Default: `title`, or best match for a search. */
      sort?: ('title' | 'author' | 'newest' | 'popular') | ''
    }
    answer: {
      success: true
      data: {
        books: Array<Book>
        hasMore: boolean
        total: number
      }
      message?: string
    }
  }
  /** Put a book on the list */
  saveBook: {
    method: 'POST'
    path: '/api/books/my-list'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Take a book off the list */
  unsaveBook: {
    method: 'DELETE'
    path: '/api/books/my-list/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Whether a book is on the list */
  isInList: {
    method: 'GET'
    path: '/api/books/my-list/check-book/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: {
        isInList: boolean
      }
      message?: string
    }
  }
  /** The ids of the whole list, the last saved first */
  favorites: {
    method: 'GET'
    path: '/api/books/favorites'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<{
          bookId: string
        }>
      }
      message?: string
    }
  }
  /** The ids of all books read, and when, the last first */
  readBooks: {
    method: 'GET'
    path: '/api/books/read'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<{
          bookId: string
          readAt: string
        }>
      }
      message?: string
    }
  }
  /** Whether a book is marked read */
  isRead: {
    method: 'GET'
    path: '/api/books/read/check-read/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: {
        isRead: boolean
      }
      message?: string
    }
  }
  /** How many books are marked read */
  readCount: {
    method: 'GET'
    path: '/api/books/read/read-count'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        count: number
      }
      message?: string
    }
  }
  /** Mark a book read */
  markRead: {
    method: 'POST'
    path: '/books/read/mark-read/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** Mark a book unread */
  markUnread: {
    method: 'POST'
    path: '/books/read/mark-unread/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
    }
  }
  /** The books read last, up to 30 */
  recentlyRead: {
    method: 'GET'
    path: '/api/books/recently-read'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<ReadBook>
      }
      message?: string
    }
  }
  /** The books read last, up to 30, texts whole */
  recentlyReadSubscribed: {
    method: 'GET'
    path: '/api/books/recently-read/subscribed'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        books: Array<ReadBook>
      }
      message?: string
    }
  }
  /** Where the reader stopped, up to 500 books, the last place first */
  listPlaces: {
    method: 'GET'
    path: '/api/books/places'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        places: Array<Place>
      }
      message?: string
    }
  }
  /** Keep where the reader is in a book */
  keepPlace: {
    method: 'PUT'
    path: '/api/books/places/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
      /** The section’s id, the fragment of its address on the page: `idea-3`. */
      section: string
      /** The paragraph or list within the section, from 0. */
      paragraph?: number
      /** How much of the whole text lies before the place. */
      share: number
      /** When the reader got there, by the device’s clock; default: now. A later place wins. */
      placedAt?: string
      /** What the device’s clock says while it sends this, so that a wrong clock does no harm. */
      sentAt?: string
    }
    answer: {
      success: true
      data: Place
      message?: string
    }
  }
}

export type OperationId = keyof Operations
