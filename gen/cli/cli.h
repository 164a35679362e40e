/* cli.h - exit codes shared by every command. */
#ifndef CG_CLI_H
#define CG_CLI_H
enum { EXIT_OK = 0, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_ENV = 3 };
#endif
