import { type Mistake, mistake, PUBLIC, STRIPE } from './setting-mistakes.ts'

/** Settings with which the server starts and logs a warning. */
export const DOUBTFUL: readonly Mistake[] = [
  mistake('a misspelt setting', { SMPT_URL: 'smtp://mail' }, /^SMPT_URL is no setting .*is SMTP_URL meant\?/),
  mistake(
    'a misspelt setting whose value stands in a file',
    { DATABSE_URL_FILE: '/run/secrets/database_url' },
    /^DATABSE_URL_FILE is no setting .*is DATABASE_URL_FILE meant\?/,
  ),
  mistake(
    'a file for a setting of another product',
    { POSTGRES_URL_FILE: '/run/secrets/database_url' },
    /^POSTGRES_URL_FILE is no setting .*is DATABASE_URL_FILE meant\?/,
  ),
  mistake(
    'a setting in lower case',
    { database_url: 'postgres://db/x' },
    /^database_url is no setting .*is DATABASE_URL meant\?/,
  ),
  mistake(
    'a setting of another product',
    { AWS_S3_URL: 'x', DB_URL: 'postgres://db/x' },
    /^DB_URL is no setting .*is DATABASE_URL meant\?/,
  ),
  mistake(
    'a part of a setting',
    { SMTP_PASSWORD: 'hunter2' },
    /^SMTP_PASSWORD is no setting of this server and has no effect/,
  ),
  mistake(
    'a test key on a live address',
    { ...PUBLIC, STRIPE_SECRET_KEY: 'sk_test_51HxAbCdEfGhIjKlMn' },
    /^STRIPE_SECRET_KEY is a test key on a public ORIGIN/,
  ),
  mistake(
    'an address without TLS',
    { ...PUBLIC, ORIGIN: 'http://lounge.example' },
    /^ORIGIN=http:\/\/lounge\.example is not encrypted/,
  ),
  mistake(
    'a key that is not used',
    { ...STRIPE, PAYMENT_PROVIDER: 'local' },
    /^PAYMENT_PROVIDER=local leaves STRIPE_SECRET_KEY unused/,
  ),
  mistake(
    'a webhook secret alone',
    { STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_WEBHOOK_SECRET },
    /^STRIPE_WEBHOOK_SECRET has no effect/,
  ),
  mistake(
    'a sender without a server',
    { MAIL_FROM: 'hello@example.com' },
    /^MAIL_FROM has no effect without SMTP_URL/,
  ),
  mistake(
    'metrics without a port',
    { METRICS_HOST: '0.0.0.0' },
    /^METRICS_HOST has no effect without METRICS_PORT/,
  ),
  mistake('a time zone that is none', { TZ: 'Texas/Addison' }, /^TZ=Texas\/Addison is no time zone/),
]
