// The same on PostgreSQL and an S3 store.
import '../../service/src/mail/mail.test.ts';
import '../../service/src/shares/shares.test.ts';
