/** What books are about, in the order of their labels. A book has three to six of them. */
export const TOPICS = [
  { slug: 'aging', label: 'Aging' },
  { slug: 'ambition', label: 'Ambition' },
  { slug: 'anxiety', label: 'Anxiety' },
  { slug: 'attention', label: 'Attention' },
  { slug: 'beauty', label: 'Beauty' },
  { slug: 'biology', label: 'Biology' },
  { slug: 'capitalism', label: 'Capitalism' },
  { slug: 'caregiving', label: 'Caregiving' },
  { slug: 'character', label: 'Character' },
  { slug: 'chemistry', label: 'Chemistry' },
  { slug: 'civil-rights', label: 'Civil Rights' },
  { slug: 'cognitive-biases', label: 'Cognitive Biases' },
  { slug: 'communication', label: 'Communication' },
  { slug: 'confidence', label: 'Confidence' },
  { slug: 'creativity', label: 'Creativity' },
  { slug: 'crowds', label: 'Crowds' },
  { slug: 'decision-making', label: 'Decision-Making' },
  { slug: 'education', label: 'Education' },
  { slug: 'entrepreneurship', label: 'Entrepreneurship' },
  { slug: 'ethics', label: 'Ethics' },
  { slug: 'evolution', label: 'Evolution' },
  { slug: 'family', label: 'Family' },
  { slug: 'financial-bubbles', label: 'Financial Bubbles' },
  { slug: 'freedom', label: 'Freedom' },
  { slug: 'friendship', label: 'Friendship' },
  { slug: 'grief', label: 'Grief' },
  { slug: 'habits', label: 'Habits' },
  { slug: 'happiness', label: 'Happiness' },
  { slug: 'history', label: 'History' },
  { slug: 'inequality', label: 'Inequality' },
  { slug: 'investing', label: 'Investing' },
  { slug: 'leadership', label: 'Leadership' },
  { slug: 'learning', label: 'Learning' },
  { slug: 'loneliness', label: 'Loneliness' },
  { slug: 'longevity', label: 'Longevity' },
  { slug: 'love', label: 'Love' },
  { slug: 'management', label: 'Management' },
  { slug: 'marriage', label: 'Marriage' },
  { slug: 'mindset', label: 'Mindset' },
  { slug: 'mortality', label: 'Mortality' },
  { slug: 'motivation', label: 'Motivation' },
  { slug: 'nature', label: 'Nature' },
  { slug: 'negotiation', label: 'Negotiation' },
  { slug: 'nutrition', label: 'Nutrition' },
  { slug: 'personal-finance', label: 'Personal Finance' },
  { slug: 'philosophy', label: 'Philosophy' },
  { slug: 'physics', label: 'Physics' },
  { slug: 'procrastination', label: 'Procrastination' },
  { slug: 'productivity', label: 'Productivity' },
  { slug: 'psychology', label: 'Psychology' },
  { slug: 'public-health', label: 'Public Health' },
  { slug: 'race', label: 'Race' },
  { slug: 'resilience', label: 'Resilience' },
  { slug: 'scientific-method', label: 'Scientific Method' },
  { slug: 'self-discipline', label: 'Self-Discipline' },
  { slug: 'simple-living', label: 'Simple Living' },
  { slug: 'slavery', label: 'Slavery' },
  { slug: 'social-class', label: 'Social Class' },
  { slug: 'solitude', label: 'Solitude' },
  { slug: 'stoicism', label: 'Stoicism' },
  { slug: 'strategy', label: 'Strategy' },
  { slug: 'technology', label: 'Technology' },
  { slug: 'trade', label: 'Trade' },
  { slug: 'war', label: 'War' },
  { slug: 'work', label: 'Work' },
] as const

export type Topic = (typeof TOPICS)[number]
export type TopicSlug = Topic['slug']

/** How many topics a book may have. */
export const TOPICS_PER_BOOK = { min: 3, max: 6 } as const

/** The topic with this slug, or undefined. A map would load the list with every page. */
export const topicBySlug = (slug: string): Topic | undefined =>
  TOPICS.find((topic) => topic.slug === slug)

/** The topics with these slugs, in their order; slugs that the list no longer has are left out. */
export const topicsOf = (slugs: readonly string[]): Topic[] =>
  slugs.flatMap((slug) => topicBySlug(slug) ?? [])
