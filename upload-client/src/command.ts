/** The command that uploads files, for programs that offer it as one of theirs. */
export { runUploadCommand } from './command/upload-command.ts';
