/** The `./node` door of the package: the host ports as files. */
export { FileSink, WriteError } from './file-sink.js';
export { FileTextSource } from './text-source.js';
