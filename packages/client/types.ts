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

export interface RecommendedBook {
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
  reason: string
}

export interface Place {
  bookId: string
  section: string
  paragraph: number
  share: number
  /** By the server’s clock. */
  placedAt: string
}

/** A book that the reader has read, and when. */
export interface ReadBook {
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
            /** For /api/auth/two-factor, together with a code; works once, for five minutes. */
            ticket: string
          }
      message?: string
    }
  }
  /** Complete a two-factor sign-in */
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
  /** Ask for an email with a password reset link */
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
  /** Set a new password with a reset link */
  resetPassword: {
    method: 'PUT'
    path: '/api/auth/reset-password/{token}'
    input: {
      /** From the link in the email. */
      token: string
      newPassword: string
    }
    answer: {
      success: true
      data: Record<string, never>
      message?: string
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
  /** Change the email address */
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
  /** Delete the account and all its data */
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
  /** List and search the catalogue, with full texts */
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
  /** The newest books, up to 30, with full texts */
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
  /** The books that are trending, up to 30 */
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
  /** The books that are trending, up to 30, with full texts */
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
  /** Books that the reader may like, up to 30 */
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
  /** Books that the reader may like, up to 30, with full texts */
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
  /** A random book that the caller may open */
  shuffle: {
    method: 'GET'
    path: '/api/books/shuffle/unsubscribed'
    input: Record<string, never>
    answer: Book
  }
  /** A random book, locked or not */
  shuffleSubscribed: {
    method: 'GET'
    path: '/api/books/shuffle/subscribed'
    input: Record<string, never>
    answer: Book
  }
  /** List and search My List */
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
  /** Save a book to My List */
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
  /** Remove a book from My List */
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
  /** Whether a book is on My List */
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
  /** The ids of all books on My List */
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
  /** The ids of all books that the reader has read, and when */
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
  /** Whether a book is marked as read */
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
  /** How many books are marked as read */
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
  /** The reading positions of up to 500 books */
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
  /** Save the reading position in a book */
  keepPlace: {
    method: 'PUT'
    path: '/api/books/places/{bookId}'
    input: {
      /** The `_id` of a book. */
      bookId: string
      /** The section’s id, which is its fragment in the page’s address: `idea-3`. */
      section: string
      /** The paragraph or list within the section, from 0. */
      paragraph?: number
      /** The share of the whole text before the position. */
      share: number
      /** When the reader got there, by the device’s clock; default: now. A later position wins. */
      placedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
    }
    answer: {
      success: true
      data: Place
      message?: string
    }
  }
  /** The books that the reader read last, up to 30 */
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
  /** The books that the reader read last, up to 30, with full texts */
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
  /** Mark a book as read */
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
  /** Mark a book as unread */
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
  /** The plans on offer */
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
  /** Start a subscription */
  subscribe: {
    method: 'POST'
    path: '/api/v1/billing/subscription'
    input: {
      /** The price id of a plan. */
      planId?: string
      /** Ignored: a first subscription starts with 7 free days. */
      trialPeriodDays?: number
      promotionCode?: string
    }
    answer: {
      success: true
      data: {
        /** For the payment provider’s library; null: there is nothing left to confirm. */
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
      /** The price id of a plan. */
      planId?: string
    }
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** `scheduled`: changes at the end of the period. `unconfirmed`: the reader must confirm the payment (3-D Secure or another card); until then, the old plan stays. */
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
        /** When access ends. */
        lastDay: string
        nextCharge: null
        /** The refunded part of the last payment, in cents; null: none. */
        refund: number | null
      }
      message?: string
    }
  }
  /** The status of the reader’s subscription */
  subscriptionStatus: {
    method: 'GET'
    path: '/api/v1/billing/subscription/status'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** Whether the reader has full access, which mobile subscribers, administrators, and readers with complimentary access have too. */
        isSubscribed: boolean
        subscriptionStatus: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
      }
      message?: string
    }
  }
  /** A link to the payment provider’s portal, for cards, invoices, and cancellation */
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
  /** Refresh the subscription from the payment provider */
  reconcile: {
    method: 'POST'
    path: '/api/v1/billing/reconcile'
    input: Record<string, never>
    answer: {
      success: true
      data: {
        subscription: Subscription | null
        /** Whether the reader has full access, which mobile subscribers, administrators, and readers with complimentary access have too. */
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
  /** Undo a cancellation (legacy) */
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
  /** Receive an event from Stripe */
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
  /** Receive an event about a mobile subscription, in RevenueCat’s format */
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
}

export type OperationId = keyof Operations
