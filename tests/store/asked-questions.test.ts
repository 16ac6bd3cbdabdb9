import { expect, test } from 'vitest'
import {
  countOpening,
  countQuestion,
  listUnanswered,
} from '#app/catalogue/service/asked-questions.server.ts'
import { deleteOldQuestions } from '#app/catalogue/store/asked-questions.server.ts'
import { db } from '#app/platform/database.server.ts'

test('questions are counted by their words, and deleted some time after they were last asked', async () => {
  await db().askedQuestion.deleteMany()
  await countQuestion('How do I begin?', false)
  await countQuestion('how do i BEGIN', false)
  await countQuestion('What is money?', true)
  await countQuestion('???', false)
  await countOpening('What is money')
  const found = await listUnanswered(10)
  expect(found).toMatchObject([{ text: 'How do I begin?', times: 2, opened: 0 }])
  expect(await db().askedQuestion.findUnique({ where: { key: 'what is money' } })).toMatchObject({
    opened: 1,
    isAnswered: true,
  })
  await deleteOldQuestions(new Date(Date.now() - 60_000), 10)
  expect(await db().askedQuestion.count()).toBe(2)
  await deleteOldQuestions(new Date(Date.now() - 60_000), 1)
  expect(await db().askedQuestion.count()).toBe(1)
  await deleteOldQuestions(new Date(Date.now() + 60_000), 10)
  expect(await db().askedQuestion.count()).toBe(0)
})
