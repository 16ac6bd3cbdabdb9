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
  /** The questions that the summary answers, each with the number of its idea. Public, also for a locked book. */
  answers: Array<{ question: string; idea: number }>
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

export interface Audio {
  /** A signed address, which supports byte ranges. */
  url: string
  /** When the address stops working. */
  expiresAt: string
  mimeType: 'audio/mpeg' | 'audio/mp4' | 'audio/ogg'
  durationSeconds: number
  /** False: the audio ends with the free part. */
  isWhole: boolean
  chapters: Array<{ section: string; title: string; startMs: number; endMs: number }>
  /** The chapters are estimated from the lengths of the texts. */
  isEstimated: boolean
  /** What is spoken when, by position in the reading text. */
  timings: Array<{ startMs: number; endMs: number; start: number; end: number }> | null
  position: ListeningPosition | null
}

export interface ListeningPosition {
  seconds: number
  at: string
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
  furthest: { section: string; paragraph: number; share: number }
}

/** A book that the reader has read, and when. */
export interface ReadBook extends Book {
  readAt: string
}

export interface ReviewCard {
  _id: string
  kind: 'question' | 'highlight' | 'takeaway'
  bookId: string
  title: string
  author: string
  slug: string
  /** A question, the name of a takeaway, or how the passage begins. */
  question: string
  answer: string
  /** What the reader wrote about it; may be empty. */
  note: string
  /** The number of its idea in the summary. */
  idea: number | null
  /** How many times the reader has answered it. */
  reps: number
  /** In how many days the card would come back after each answer. */
  days: { again: number; hard: number; good: number; easy: number }
}

export interface BookRequest {
  id: string
  title: string
  author: string
  /** Why the reader wants it; may be empty. */
  reason: string
  /** `pending`: only its reader sees it, until an editor has read it. */
  status: 'pending' | 'open' | 'planned' | 'in-progress' | 'done' | 'declined' | 'hidden' | 'merged'
  /** What an editor answered; may be empty. */
  answer: string
  votes: number
  /** The caller has voted for it. */
  hasVoted: boolean
  /** The caller made the request. */
  isOwn: boolean
  requestedAt: string
  /** The book, once its summary is published. */
  book: { _id: string; slug: string; title: string } | null
}

export interface SharedSummary {
  id: string
  /** null: the book is no longer in the catalogue. */
  book: { _id: string; slug: string; title: string } | null
  /** The link for the friend. */
  url: string
  /** The name that the friend sees. */
  sharedBy: string
  sharedAt: string
  expiresAt: string
  /** Browsers that opened it. */
  openings: number
  /** `used-up`: it opens in no other browser. `paused`: the caller has no full access now. */
  state: 'open' | 'used-up' | 'paused' | 'expired' | 'revoked'
}

export interface Highlight {
  /** A UUID. */
  id: string
  bookId: string
  /** null: the book is withdrawn. */
  slug: string | null
  title: string | null
  author: string | null
  color: 'yellow' | 'green' | 'blue' | 'pink'
  /** What the reader wrote. */
  text: string
  /** The `#words` in it, in lower case. */
  tags: Array<string>
  /** The range in the summary’s reading text, in UTF-16 units (TextPositionSelector); null: its words are from an earlier version. */
  position: { start: number; end: number } | null
  /** The words as they were highlighted (TextQuoteSelector). */
  quote: { exact: string; prefix: string; suffix: string }
  /** Its words are no longer in the text: they are from an earlier version. */
  isOutdated: boolean
  createdAt: string
  changedAt: string
  colorChangedAt: string
  textChangedAt: string
  deletedAt: string | null
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
  schedule: { planId: string; plan: 'monthly' | 'yearly'; at: string } | null
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
  schedule: { planId: string; plan: 'monthly' | 'yearly'; at: string } | null
  /** `mobile`: bought in an app store, and managed there. */
  source: 'stripe' | 'mobile'
}

export interface LegacySubscription {
  price_id: string | null
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'
  current_period_end: number | null
  cancel_at_period_end: boolean
  pending_update: {
    items: Array<{ price: { id: string } }>
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
  /** Page number, from 1; 20 per page. */
  page?: number
  /** Words, or beginnings of words, of the title, author, genre, topics, and blurb, and words of the text that the caller may read. Tolerates one or two typos. */
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

export interface GetAudioInput {
  /** The `_id` of a book. */
  bookId: string
}

export interface JustArrivedData {
  books: Array<Book>
}

export interface RecommendationsData {
  books: Array<RecommendedBook>
}

export interface RecentlyReadData {
  books: Array<ReadBook>
}

export interface RemindersData {
  /** An email on a Friday morning. */
  digest: {
    frequency: 'off' | 'weekly' | 'monthly'
    /** New summaries in the reader’s genres. */
    newBooks: boolean
    todaysRead: boolean
    /** One of the reader’s highlights. */
    highlight: boolean
  }
  /** An email when cards of the daily review are due. */
  review: {
    frequency: 'off' | 'daily' | 'weekly'
    /** By the reader’s clock. */
    hour: number
  }
  /** Whether the end of a summary offers questions about it. */
  asksQuestions: boolean
  /** A name of the IANA database, or UTC. */
  timeZone: string
  /** The browsers that show today’s read as a notification. */
  browsers: Array<{
    device: string | null
    /** By the reader’s clock. */
    hour: number
  }>
}

export interface SaveNoteData {
  note: Highlight
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

interface Call<Answer, Input = Record<string, never>> {
  input: Input
  answer: Answer
}

interface Calls {
  /** Sign in */
  login: Call<
    Success<
      | LoginData
      | {
          twoFactor: true
          /** For /api/auth/two-factor, together with a code; works once, for five minutes. */
          ticket: string
        }
    >,
    { email: string; password: string }
  >
  /** Complete a two-factor sign-in */
  twoFactor: Call<Success<LoginData>, { ticket: string; code: string }>
  /** Create an account and sign in */
  register: Call<Success<LoginData>, { name: string; email: string; password: string }>
  /** The signed-in reader */
  me: Call<Success<{ user: User }>>
  /** Exchange the refresh cookie for new tokens */
  refreshToken: Call<{ success: true; accessToken: string; data: { accessToken: string } }>
  /** Ask for an email with a password reset link */
  forgotPassword: Call<Success, { email: string }>
  /** Set a new password with a reset link */
  resetPassword: Call<
    Success,
    {
      /** From the link in the email. */
      token: string
      newPassword: string
    }
  >
  /** Sign out */
  logout: Call<Success>
  /** Change the email address */
  updateEmail: Call<Success, { newEmail: string; password: string; code?: string }>
  /** Change the password */
  changePassword: Call<
    Success,
    { oldPassword: string; newPassword: string; confirmNewPassword: string }
  >
  /** Delete the account and all its data */
  deleteAccount: Call<Success>
  /** List and search the catalogue */
  listBooks: Call<Success<ListBooksData>, ListBooksInput>
  /** Ask the library a question */
  ask: Call<
    Success<{
      answers: Array<{
        book: { _id: string; slug: string; title: string; author: string }
        idea: number | null
        /** The passage, word for word; null: the idea is for subscribers, and `question` is what it answers. */
        text: string | null
        question: string | null
        /** The page that shows it. */
        url: string
      }>
    }>,
    {
      /** A question, in plain words. */
      question: string
    }
  >
  /** List and search the catalogue, with full texts */
  listBooksSubscribed: Call<Success<ListBooksData>, ListBooksInput>
  /** Get the audio of a book */
  getAudio: Call<Success<{ audio: Audio }>, GetAudioInput>
  /** Save where a reader is listening */
  saveListening: Call<
    Success<{ position: ListeningPosition }>,
    {
      /** The `_id` of a book. */
      bookId: string
      /** From the beginning of the audio. */
      seconds: number
      /** When the reader got there, by the device’s clock; default: now. A later position wins. */
      placedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
    }
  >
  /** The newest books, up to 30 */
  justArrived: Call<Success<JustArrivedData>>
  /** The newest books, up to 30, with full texts */
  justArrivedSubscribed: Call<Success<JustArrivedData>>
  /** Today’s read: one book a day, in full for everyone */
  today: Call<Success<{ date: string; book: Book }>>
  /** The books that are trending, up to 30 */
  trending: Call<Success<JustArrivedData>>
  /** The books that are trending, up to 30, with full texts */
  trendingSubscribed: Call<Success<JustArrivedData>>
  /** Books that the reader may like, up to 30 */
  recommendations: Call<Success<RecommendationsData>>
  /** Books that the reader may like, up to 30, with full texts */
  recommendationsSubscribed: Call<Success<RecommendationsData>>
  /** A random book that the caller may open */
  shuffle: Call<Book>
  /** A random book, locked or not */
  shuffleSubscribed: Call<Book>
  /** List and search My List */
  listMyBooks: Call<Success<ListBooksData>, ListBooksInput>
  /** Save a book to My List */
  saveBook: Call<Success, GetAudioInput>
  /** Remove a book from My List */
  unsaveBook: Call<Success, GetAudioInput>
  /** Whether a book is in My List */
  isInList: Call<Success<{ isInList: boolean }>, GetAudioInput>
  /** The ids of all books in My List */
  favorites: Call<Success<{ books: Array<{ bookId: string }> }>>
  /** The ids of all books that the reader has read, and when */
  readBooks: Call<Success<{ books: Array<{ bookId: string; readAt: string }> }>>
  /** Whether a book is marked as read */
  isRead: Call<Success<{ isRead: boolean }>, GetAudioInput>
  /** How many books are marked as read */
  readCount: Call<Success<{ count: number }>>
  /** The reading positions of up to 500 books */
  listPlaces: Call<Success<{ places: Array<Place> }>>
  /** Save the reading position in a book */
  keepPlace: Call<
    Success<Place>,
    {
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
  >
  /** The books that the reader read last, up to 30 */
  recentlyRead: Call<Success<RecentlyReadData>>
  /** The books that the reader read last, up to 30, with full texts */
  recentlyReadSubscribed: Call<Success<RecentlyReadData>>
  /** What the reader did in a year and this month */
  myYear: Call<
    Success<{
      year: number
      /** Years with activity, latest first. */
      years: Array<number>
      /** Books marked as read. */
      books: number
      /** How long it takes to read their summaries. */
      minutes: number
      /** Highlights made. */
      ideas: number
      /** Books by month, from January. */
      months: Array<number>
      /** The most read first. */
      genres: Array<{
        genre:
          | 'self-help'
          | 'health-and-wellness'
          | 'money-and-economics'
          | 'career-and-business'
          | 'relationships'
          | 'biography-autobiography'
          | 'science-and-technology'
          | 'culture-and-humanity'
          | 'fiction'
        books: number
      }>
      /** A highlight of the year. */
      noteId: string | null
      thisMonth: {
        month: number
        /** Books marked as read. */
        books: number
        /** How long it takes to read their summaries. */
        minutes: number
        /** Highlights made. */
        ideas: number
      }
      /** How many books the reader wants to read; null: no goal. */
      goal: {
        books: number
        period: 'week' | 'month'
        /** Books since the week or month began. */
        done: number
      } | null
    }>,
    {
      /** A year; default: the latest with activity. */
      year?: string
    }
  >
  /** Set how many books the reader wants to read */
  setReadingGoal: Call<
    Success<{ goal: { books: number; period: 'week' | 'month' } }>,
    { books: number; period: 'week' | 'month' }
  >
  /** Remove the reader’s goal */
  removeReadingGoal: Call<Success>
  /** What Readr sends the reader */
  reminders: Call<Success<RemindersData>>
  /** Change what Readr sends the reader */
  changeReminders: Call<
    Success<RemindersData>,
    {
      digest?: {
        frequency?: 'off' | 'weekly' | 'monthly'
        newBooks?: boolean
        todaysRead?: boolean
        highlight?: boolean
      }
      review?: { frequency?: 'off' | 'daily' | 'weekly'; hour?: 6 | 7 | 8 | 9 | 12 | 15 | 18 | 20 }
      asksQuestions?: boolean
      timeZone?: string
    }
  >
  /** The takeaway of the reader’s day */
  dailyTakeaway: Call<
    Success<{
      takeaway: {
        /** Its name, if it has one. */
        label: string | null
        text: string
        /** The address of its place in the summary. */
        path: string
        bookId: string
        title: string
        author: string
        slug: string
      } | null
    }>
  >
  /** The cards of today’s review, up to five */
  dailyReview: Call<
    Success<{
      cards: Array<ReviewCard>
      /** How many answers the reader gave today. */
      answered: number
      /** How many cards are due tomorrow; null: some remain today. */
      tomorrow: number | null
    }>
  >
  /** Answer a card of the review */
  answerReviewCard: Call<
    Success<{
      /** false: an earlier answer today counts. */
      counts: boolean
      dueAt: string
    }>,
    {
      /** The `_id` of a card. */
      cardId: string
      /** How well the reader remembered. */
      grade: 'again' | 'hard' | 'good' | 'easy'
      /** As it came with the card. If the card has been answered since, this answer does not count. */
      reps?: number
    }
  >
  /** Books that readers have requested */
  listRequests: Call<
    Success<{ requests: Array<BookRequest>; total: number; hasMore: boolean }>,
    {
      /** Default: requests that readers can vote for. */
      status?: 'open' | 'planned' | 'in-progress' | 'done' | 'declined'
      /** Beginnings of words in the title or the author’s name. */
      search?: string
      /** Page number, from 1; 20 per page. */
      page?: number
    }
  >
  /** Request a book */
  requestBook: Call<
    Success<{ request: BookRequest }>,
    { title: string; author: string; reason?: string }
  >
  /** Vote for a request, or take the vote back */
  voteForRequest: Call<
    Success<{ hasVoted: boolean; votes: number }>,
    {
      /** The `id` of a request. */
      id: string
      vote?: boolean
    }
  >
  /** Summaries that the caller opened for friends */
  listSharedSummaries: Call<
    Success<{
      shares: Array<SharedSummary>
      /** The next one can be shared on Monday, in the time zone of `/api/reading/reminders`. */
      isWeekUsed: boolean
    }>
  >
  /** Open a summary in full for a friend */
  shareSummary: Call<
    Success<{ share: SharedSummary }>,
    {
      /** The `_id` of a book. */
      bookId: string
      /** Your name, as your friend sees it. */
      sharedBy?: string
    }
  >
  /** End the link to a shared summary */
  revokeSharedSummary: Call<
    Success,
    {
      /** The `id` of a link. */
      id: string
    }
  >
  /** Mark a book as read */
  markRead: Call<Success, GetAudioInput>
  /** Mark a book as unread */
  markUnread: Call<Success, GetAudioInput>
  /** The reader’s highlights and notes */
  listNotes: Call<
    Success<{
      notes: Array<Highlight>
      /** null: this is the last page. */
      nextCursor: string | null
      /** When this was read. Pass it as `since` to get later changes. */
      asOf: string
    }>,
    {
      /** The `_id` of a book. */
      bookId?: string
      /** Only highlights of this color. */
      color?: 'yellow' | 'green' | 'blue' | 'pink'
      /** A tag in the note, with or without `#`. */
      tag?: string
      /** Words in the passage or the note. */
      query?: string
      /** Only changes since then, oldest first, including deleted highlights. */
      since?: string
      /** `nextCursor` of the previous page. */
      cursor?: string
      /** How many are on a page. */
      limit?: number
    }
  >
  /** Highlight a passage */
  saveNote: Call<
    Success<SaveNoteData>,
    {
      /** A UUID that the device chooses. Sending the same id again means the same highlight. */
      id?: string
      /** The `_id` of a book. */
      bookId: string
      color?: 'yellow' | 'green' | 'blue' | 'pink'
      text?: string
      /** The version of the note that this changes, or several if a device does not know which of its changes have arrived: FNV-1a hashes of UTF-16 units, 32 bits, as eight hexadecimal digits. If the note says something else by now, both texts are kept, and a deleted highlight is restored; `message` says so. Without it, the later text wins. */
      textBefore?: Array<string>
      /** The range in the summary’s reading text, in UTF-16 units. */
      position?: { start: number; end: number }
      quote?: {
        /** The words of the passage. */
        exact: string
        /** What is before it; 32 characters are enough. */
        prefix?: string
        /** What is after it. */
        suffix?: string
      }
      /** When the reader changed it, by the device’s clock; default: now. For each field, the later change wins. */
      changedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
      /** The `_id` of the reader who made the change. If somebody else is signed in now, it is refused. */
      reader?: string
    }
  >
  /** All highlights and notes of the reader */
  exportNotes: Call<Success<{ notes: Array<Highlight> }>>
  /** Change or restore a highlight */
  changeNote: Call<
    Success<SaveNoteData>,
    {
      /** The id of a highlight. */
      id: string
      color?: 'yellow' | 'green' | 'blue' | 'pink'
      text?: string
      /** The version of the note that this changes, or several if a device does not know which of its changes have arrived: FNV-1a hashes of UTF-16 units, 32 bits, as eight hexadecimal digits. If the note says something else by now, both texts are kept, and a deleted highlight is restored; `message` says so. Without it, the later text wins. */
      textBefore?: Array<string>
      /** `false` restores a deleted highlight. */
      isDeleted?: boolean
      /** When the reader changed it, by the device’s clock; default: now. For each field, the later change wins. */
      changedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
      /** The `_id` of the reader who made the change. If somebody else is signed in now, it is refused. */
      reader?: string
    }
  >
  /** Delete a highlight */
  deleteNote: Call<
    Success,
    {
      /** The id of a highlight. */
      id: string
      /** When the reader changed it, by the device’s clock; default: now. For each field, the later change wins. */
      changedAt?: string
      /** What the device’s clock says now, so that a wrong clock does no harm. */
      sentAt?: string
      /** The `_id` of the reader who made the change. If somebody else is signed in now, it is refused. */
      reader?: string
    }
  >
  /** The plans on offer */
  plans: Call<Success<{ plans: Array<Plan> }>>
  /** Start a subscription */
  subscribe: Call<
    Success<{
      /** For the payment provider’s library; null: there is nothing left to confirm. */
      clientSecret: string | null
      /** `setup`: confirm a card for the trial; `payment`: confirm the first payment. */
      intentType: ('setup' | 'payment') | null
      subscription: StartedSubscription
    }>,
    {
      /** The price id of a plan. */
      planId?: string
      /** Ignored: a first subscription starts with 7 free days. */
      trialPeriodDays?: number
      promotionCode?: string
    }
  >
  /** Change the plan */
  changePlan: Call<
    Success<{
      subscription: Subscription | null
      /** `scheduled`: changes at the end of the period. `unconfirmed`: the reader must confirm the payment (3-D Secure or another card); until then, the old plan stays. */
      outcome: 'changed' | 'scheduled' | 'unconfirmed'
      clientSecret: string | null
    }>,
    {
      /** The price id of a plan. */
      planId?: string
    }
  >
  /** Cancel the subscription */
  cancelSubscription: Call<
    Success<{
      subscription: Subscription | null
      /** When access ends. */
      lastDay: string
      nextCharge: null
      /** The refunded part of the last payment, in cents; null: none. */
      refund: number | null
    }>,
    { immediately?: boolean; atPeriodEnd?: boolean }
  >
  /** The status of the reader’s subscription */
  subscriptionStatus: Call<Success<SubscriptionStatusData>>
  /** A link to the payment provider’s portal, for cards, invoices, and cancellation */
  billingPortal: Call<Success<{ url: string }>>
  /** Refresh the subscription from the payment provider */
  reconcile: Call<Success<SubscriptionStatusData>>
  /** Change the plan (legacy) */
  legacyChangePlan: Call<
    {
      success: true
      payment_successful: boolean
      data: { payment_successful: boolean; subscription: LegacySubscription }
    },
    {
      /** The price id of a plan. */
      newPriceId?: string
    }
  >
  /** Cancel at the end of the period (legacy) */
  legacyCancelSubscription: Call<Success<LegacyCancelSubscriptionData>>
  /** Cancel the free trial (legacy) */
  legacyCancelTrial: Call<Success<LegacyCancelSubscriptionData>>
  /** Undo a cancellation (legacy) */
  legacyResubscribe: Call<Success<LegacyCancelSubscriptionData>>
  /** Receive an event from Stripe */
  stripeWebhook: Call<Success<StripeWebhookData>>
  /** Receive an event about a mobile subscription, in RevenueCat’s format */
  mobileWebhook: Call<
    Success<StripeWebhookData>,
    {
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
  >
}

export type OperationId = keyof Calls

/** Every call, by its operationId in the OpenAPI document. */
export type Operations = { [K in OperationId]: Calls[K] & (typeof ROUTES)[K] }
