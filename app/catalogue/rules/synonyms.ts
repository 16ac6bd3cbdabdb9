/**
 * What readers ask for, and the words that our books have instead. Words before the colon also find those
 * after it, below books that have the words themselves. Single words, in any form, with a semicolon or a line between entries; the list is written by
 * hand, for the subjects of a library, and not for single books.
 */
export const SYNONYMS = `
100 century: long age longevity; abuse mistreated mistreatment: cruelty violence
academia university college: education learning; achievement: success
ad ads advertisement advertising marketing pr: propaganda persuasion influence
addiction addicted: alcohol drinking habit vice craving
afterlife heaven hell: death soul immortal; aggression aggressive: anger war violence
aging ageing elderly: old age longevity; alcohol alcoholism drinking drunk sober: addiction drink
alone lonely loneliness: solitude; america american usa: democracy states
anger angry annoyed annoying rage temper: anger fury rude
anxiety anxious worrying worried nervous panic: worry fear anxiety
argue argument arguments arguing debate debating: conversation persuasion dispute
army armies military soldier soldiers battle: war; assertive assertiveness: refuse no
asylum asylums psychiatric psychiatry: hospital madness mental
atheism atheist: god religion belief; autobiography memoir diary: life
automation robots ai: machine technology; bad evil wicked: wrong vice
beauty beautiful attractive: beauty; bias biases prejudice prejudiced: biases judge impressions
biology: life species evolution; black african african-american: race slavery
boring boredom bored: leisure
boss bosses manager managers managing employee employees staff: management leadership work
brain neuroscience: mind psychology; brave bravery: courage
bubble bubbles crash mania: bubbles speculation
budget budgeting frugal frugality thrift: money spending saving finance; bully bullying: cruelty
burnout overworked overwork exhausted exhaustion: work busy rest tired
business company companies startup startups: business entrepreneurship work trade
busy: time hurry; buy buying consumerism shopping: consumption spending luxury
calling vocation: purpose work; calm calmness serenity peaceful: tranquility calm composure
campaign campaigning election elections vote voting: politics democracy propaganda
cancer illness ill sick sickness: disease health; capitalist capitalists: capitalism capital
career job jobs profession: work; caregiver caregiving caring: nursing sick care
celebrity famous fame: fame reputation; change changing transform transformation: change
charisma: influence
cheat cheating lie lies lying liar dishonest dishonesty: deception honesty truth
child children kid kids parenting parent parents: child education family; chinese china: war
christian christianity bible church: religion faith god; citizen citizens: citizenship
civilization society: society culture; clothes clothing fashion dress: clothes luxury
cognitive: mind thinking biases; commitment: discipline
communism communist socialism socialist marxism marxist: capital capitalism labor
community association associations: community associations
compassion kindness kind: sympathy empathy
concentrate concentration focus focused distracted distraction distractions: attention
confident: confidence
conform conformity conformist nonconformity nonconformist: individuality crowds self-reliance
consciousness conscious: mind thought
contagion contagious epidemic epidemics pandemic outbreak infection: cholera disease health
contentment content: happiness; corrupt corrupts corruption: power
coworker coworkers colleague colleagues: people work
create creative creativity: creativity imagination
crazy insane insanity madness mad: madness mental
credit loan loans mortgage lend lending borrow borrowing: debt money
crowd crowds mob groupthink herd: crowds delusions
custom customs tradition traditions: custom culture; cynical cynicism: distrust
dad father mom mum mother: family parent; darwinism: evolution selection
dead death die dying dies mortality: death mortality; deceive deception deceit: deception
decide deciding decision decisions choice choices: decision; deep: depth
depressed depression sad sadness melancholy hopeless hopelessness despair: melancholy depression sorrow
desire desires temptation: desire
dictator dictators dictatorship tyrant tyrants tyranny authoritarian authoritarianism: tyranny power
diet dieting eating food nutrition: eat nutrition diet health
diplomacy diplomat: negotiation peace; discipline willpower: self-discipline habits will
discover discovery: science; discrimination racism racist segregation: race rights prejudice
divorce spouse husband wife wedding marry married marrying: marriage; doctor doctors: medicine
dream dreams dreaming: dreams; drug drugs: addiction liberty
eco ecology environment environmental: nature; economy economic: economics trade
ego egoism selfish selfishness vanity: pride self; elite elites aristocracy upper: class leisure
embarrassed embarrassment shame ashamed: shame
emotion emotional emotions feeling feelings: emotions passions; empathy: sympathy
employer employers labour: labor work; enemy enemies: enemies; energy: power
enlightenment: reason; entrepreneur founder founders: entrepreneurship business
envious jealous jealousy: envy; equality equal: inequality equal rights; essay essays: essays
ethical ethics moral morality morals: ethics virtue morality
etiquette manners politeness polite: manners conversation; evolve evolved: evolution selection
exam exams study studying test: memory learning; exercise fitness: health
existence existential existentialism meaning: meaning life; expert experts: teacher
exploit exploited exploitation: labor; failure fail failing: fail setback
fair fairness unfair: justice; faith belief believe: religion faith; fate destiny: fate
fear fears afraid scared: fear; feminism feminist feminists: women gender rights
finance finances financial: money finance; flow: attention; forgive forgiving: forgiveness
freewill: will; friend friends friendships: friendship
fundraise fundraising donations charity: money giving; funny humor humour: humor
gossip rumor rumors: reputation talk; government state: government politics
grateful thankful: gratitude; greed greedy: wealth money; greek greeks ancient: Athens
grief grieve grieving mourning bereavement loss: grief death
grudge vengeance retaliation: revenge; guerrilla guerilla: war; guilt guilty remorse: guilt
habit routine routines: habits; happier happy joy wellbeing: happiness; hate hatred: hatred
healthy: health; hero heroes: courage; hire hiring: workers; home house: house
hurry rush rushing: hurry time; hypocrisy hypocrite hypocrites: hypocrisy false
idea ideas: thought; ideal utopia utopian: ideal justice; imagine: imagination
immigrant immigrants immigration: race; imperialism empire colonial: colonialism
improve improvement self-improvement: self-discipline improve
income wage wages salary pay paycheck earnings: money wages income
indecision indecisive: decision; individual individualism individualist: individuality
industry industrial factory factories: machine labor; inequity: inequality
inflation: money prices
influence influencing manipulate manipulation manipulating manipulated: persuasion propaganda influence
inspiration inspiring motivate motivated motivation motivational: motivation
intelligence smart: intelligence; intro introvert introverts: solitude
invention inventions inventor: technology
invest investing investment investments investor stock stocks: investing money speculation
journey trip voyage: travel; judge judging judgment: judge opinion
justify justified justification: right wrong; knowledge: truth learning; laugh: humor
law laws legal illegal: law liberty; lazy laziness: idle procrastination leisure
lead leader leaders ruler rulers: leadership power prince
leisure hobby hobbies evening evenings: leisure time; letter letters: letters
liberty free: freedom liberty; lifespan longevity: longevity; live living: life
luck lucky chance: fortune fate; luxury: luxury; machiavellian: prince power
magic occult: delusions; manage: management leadership; market markets: trade economics
masses public: crowds; mathematics math: science; meditate mindfulness: meditation attention
memorize remember remembering memory forget forgetting: memory; mental: mind
mindset optimism optimistic positive positivity: mindset thought
minimalism minimalist declutter simple simplicity: simple luxury
miserable misery unhappy: unhappy suffering; mistake mistakes error errors: mistakes
money: wealth finance; monster monsters: creature; moon planets stars telescope: astronomy
murder murderer kill killing: murder crime guilt
myth myths mythology legend: gods hero epic voyage; narcissism narcissist: pride vanity
nationalism: nation; negotiate negotiating negotiations: negotiation; nurse nurses: nursing
obsess obsessed obsession: obsession revenge; operation surgery: nursing sick hospital
office workplace: work power; opinion opinions: opinion; overthinking: worry thought
overwhelmed stress stressed stressful: worry anxiety busy; ownership property: property
pain hurt hurts: suffering; passion passions: passions emotions
patience patient: endure resilience; patriarchy: women; peace: peace; people-pleasing: refuse
persuade convince convincing: persuasion; philosopher philosophers: philosophy
photosynthesis plant plants: plants breath; physicist: physics; plan planning plans: strategy
poem poetry epic: poem; politician politicians: politics power
popularity popular: reputation fame; positive: mindset; poverty poor: poverty
power powerful: power; pray prayer: religion; prejudice: pride impressions
pride proud arrogance arrogant: pride; prison jail: crime punishment
procrastinate procrastinating delay: procrastination time
productive productivity efficient efficiency: productivity time work; promise: trust
promotion promoted: leadership career; psychological psychologist: psychology
punishment: punishment; purpose: purpose meaning; racism: race; rationality rational logic: reason
rebel rebellion revolt revolution revolutionary: rebellion revolution; regret regrets: regret
relationship relationships dating romance romantic: love marriage relationships
relax rest sleep: rest; reform reforms: change improve; religion spiritual spirituality: religion
reputation image: reputation
resilience resilient adversity hardship setbacks tough toughness: resilience suffering
respect: reputation; retire retirement: old age leisure
rich richer riches wealthy wealth millionaire: wealth money rich; rights: rights freedom
rome roman romans: emperor; rule rules: law; sacrifice: duty; save saving savings: saving money
school schools teacher teaching teach: education learning; scientist scientists: science
secret secrets: secret; esteem self-worth: confidence self-respect; self-control: self-discipline
sexism sexist: women; slave slaves: slavery; social: society; soul: soul
space universe: astronomy physics; speech censorship: opinion liberty
spy spies spying espionage: deception war; statistics data: statistics evidence
status prestige: status class; stoic stoics: stoicism; strategic strategies tactics: strategy war
strike union unions: labor workers wages; student students: education
success successful succeed: success wealth; suicide suicidal: despair
superstition superstitions witch witches: delusions belief; sympathy: sympathy
tax taxes taxation: taxes government; tech: technology; therapy: mind psychology
think thinking thoughts: thought; time: time; tired: tired; tolerance tolerant: tolerance
toxic: bad; trauma: suffering; treatment: cure; trust: trust; unconscious subconscious: dreams
vaccine virus germs: disease; versailles treaty: peace; vice: vice; virtuous: virtue
wake morning mornings: morning; walk walking: nature; war wars warfare: war
waste wasting wasted: waste time; whale whales: whale; woman women girl girls female: women
wood woods forest cabin outdoors wilderness: nature; worker workers: workers labor
write writing writer: writing; young youth teenager: young
`
