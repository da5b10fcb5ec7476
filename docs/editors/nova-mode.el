;;; nova-mode.el --- Editing and running Nova programs  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, lisp

;;; Commentary:

;; Colours and indentation for Nova, its language server for eglot, and a Nova beside the text (`run-nova').

;;; Code:

(require 'comint)
(require 'lisp-mode)

(defgroup nova nil "Nova, a language for data-parallel programs." :group 'languages)

(defcustom nova-program "nova" "How Nova is called." :type 'string)

;; Colours.

(defconst nova-keywords
  '("define" "define-macro" "types" "define-datatype" "define-record" "define-table" "foreign" "foreign-c"
    "foreign-cuda" "foreign-kernel" "export" "compile-now" "module" "import" "if" "let" "letrec" "lambda" "mu" "case"
    "match" "begin" "set!" "while" "for" "record" "with" "format" "and" "or" "when" "unless" "cond" "let*" "kernel"
    "kernel*" "in" "then" "else" "assert")
  "Forms that are coloured as keywords.")

(defconst nova-types
  '("int" "int32" "int16" "int8" "uint64" "uint32" "uint16" "uint8" "float" "double" "bool" "char" "half" "bfloat16"
    "unit" "vector")
  "Types that Nova has from the start.")

(defconst nova-font-lock-keywords
  `(("(\\(define\\(?:-macro\\)?\\)\\_>[ \t\n]+(?\\(\\(?:\\sw\\|\\s_\\)+\\)" 2 font-lock-function-name-face)
    ("(\\(define-datatype\\|define-record\\|types\\)\\_>[ \t\n]+(?\\(\\(?:\\sw\\|\\s_\\)+\\)" 2 font-lock-type-face)
    (,(concat "\\_<" (regexp-opt nova-keywords) "\\_>") 0 font-lock-keyword-face)
    (,(concat "\\_<" (regexp-opt nova-types) "\\(?:#[0-9]+\\)?\\_>") 0 font-lock-type-face)
    ("'\\(?:\\sw\\|\\s_\\)+" 0 font-lock-variable-name-face)
    ("\\_<\\(?:true\\|false\\|nil\\|inf\\|nan\\|#t\\|#f\\)\\_>" 0 font-lock-constant-face)
    ("#\\\\\\(?:[[:alnum:]]+\\|.\\)" 0 font-lock-string-face)
    ("\\_<[-+]?\\(?:0x[[:xdigit:]]+\\|0b[01]+\\|[0-9]+\\.?[0-9]*\\(?:[eE][-+]?[0-9]+\\)?\\)\\(?:i8\\|i16\\|i32\\|i64\\|u8\\|u16\\|u32\\|u64\\|f\\|L\\|h\\|bf\\)?\\(?:[-+]\\(?:[0-9]+\\.?[0-9]*\\)\\(?:[eE][-+]?[0-9]+\\)?\\(?:f\\|L\\|h\\|bf\\)?i\\|i\\)?\\_>"
     0 font-lock-constant-face))
  "What is coloured in `nova-mode'.")

(defvar nova-mode-syntax-table
  (let ((table (make-syntax-table)))
    (dolist (c (append "+-*/<>=~%&^_?$@.!" nil)) (modify-syntax-entry c "_" table))
    (modify-syntax-entry ?: "." table)
    (modify-syntax-entry ?, "." table)
    (modify-syntax-entry ?' "'" table)
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?# "_ 14" table)
    (modify-syntax-entry ?| "_ 23bn" table)
    (modify-syntax-entry ?\( "()" table)
    (modify-syntax-entry ?\) ")(" table)
    (modify-syntax-entry ?\[ "(]" table)
    (modify-syntax-entry ?\] ")[" table)
    table)
  "Syntax of Nova's characters.")

(defconst nova-syntax-propertize
  (syntax-propertize-rules ("#\\(\\\\\\)\\([][()\";,'#|]\\)" (1 "_") (2 "_")))
  "Characters such as #\\( are no brackets.")

;; Indentation: as `nova fmt' does it.

(defconst nova-bodies
  '(("let" . 1) ("letrec" . 1) ("lambda" . 1) ("mu" . 1) ("case" . 1) ("match" . 1) ("while" . 1) ("for" . 1)
    ("define" . 1) ("define-macro" . 1) ("types" . 0) ("define-datatype" . 1) ("define-record" . 1)
    ("define-table" . 1) ("record" . 1) ("with" . 1) ("foreign" . 1) ("foreign-c" . 1) ("foreign-cuda" . 1)
    ("foreign-kernel" . 1) ("module" . 1) ("let*" . 1) ("when" . 1) ("unless" . 1) ("kernel" . 1) ("kernel*" . 1))
  "Forms with a body, and how many data stand before it.")

(defun nova--nova-let-p (open)
  "Is the list at OPEN a let with `in'?"
  (save-excursion
    (goto-char (1+ open))
    (when (looking-at "let[ \t\n]")
      (let ((end (ignore-errors (scan-lists open 1 0))) (found nil))
        (ignore-errors
          (while (and (not found) (or (null end) (< (point) (1- end))))
            (forward-sexp)
            (setq found (and (looking-back "\\_<in" (- (point) 3)) t))))
        (or found (save-excursion (goto-char (1+ open)) (forward-sexp) (looking-at "[ \t\n]*(\\(?:\\sw\\|\\s_\\)")))))))

(defun nova--indent-let (open indent-point)
  "The column of a line at INDENT-POINT in NOVA's let at OPEN."
  (goto-char (1+ open))
  (forward-sexp)
  (skip-chars-forward " \t")
  (let ((column (save-excursion (goto-char open) (current-column)))
        (first (and (not (eolp)) (current-column))))
    (goto-char indent-point)
    (skip-chars-forward " \t")
    (cond ((looking-at "in\\_>") (+ column (if first 2 0)))
          (first first)
          (t (+ column 2)))))

(defun nova-indent-function (indent-point state)
  "The column of the line at INDENT-POINT, inside the list that STATE tells of."
  (let* ((open (elt state 1))
         (column (save-excursion (goto-char open) (current-column)))
         (head (save-excursion
                 (goto-char (1+ open))
                 (and (eq (char-after open) ?\() (looking-at "\\(\\(?:\\sw\\|\\s_\\)+\\)\\(?:[ \t\n]\\|$\\)") (match-string 1))))
         (before (and head (cdr (assoc head nova-bodies)))))
    (cond ((not head) (1+ column))
          ((save-excursion (nova--nova-let-p open)) (save-excursion (nova--indent-let open indent-point)))
          (before (+ column (if (>= (nova--data-before open indent-point) before) 2 4)))
          (t (nova--indent-call open column)))))

(defun nova--data-before (open end)
  "How many data stand between the bracket at OPEN and END, without the head."
  (save-excursion
    (goto-char (1+ open))
    (let ((n -1))
      (ignore-errors
        (while (progn (forward-sexp) (<= (point) end))
          (setq n (1+ n))))
      (max n 0))))

(defun nova--indent-call (open column)
  "Under the first argument of the list at OPEN; by two from COLUMN without one."
  (save-excursion
    (goto-char (1+ open))
    (forward-sexp)
    (skip-chars-forward " \t")
    (if (or (eolp) (looking-at ";")) (+ column 2) (current-column))))

(defun nova-indent-line ()
  "Indent the line."
  (interactive)
  (let* ((position (- (point-max) (point)))
         (state (save-excursion (syntax-ppss (line-beginning-position))))
         (column (cond ((nth 3 state) nil)
                       ((nth 4 state) nil)
                       ((null (nth 1 state)) 0)
                       (t (nova-indent-function (line-beginning-position) state)))))
    (when column (indent-line-to column))
    (when (> (- (point-max) position) (point)) (goto-char (- (point-max) position)))))

;; Layout.

(defun nova-format-buffer ()
  "Lay the buffer out by `nova fmt'."
  (interactive)
  (let ((out (generate-new-buffer " *nova fmt*")) (errors (make-temp-file "nova")))
    (unwind-protect
        (if (zerop (call-process-region nil nil nova-program nil (list out errors) nil "fmt" "-"))
            (replace-buffer-contents out)
          (message "%s" (with-temp-buffer (insert-file-contents errors) (string-trim (buffer-string)))))
      (kill-buffer out)
      (delete-file errors))))

;; A Nova beside the text.

(define-derived-mode inferior-nova-mode comint-mode "Inferior Nova"
  "A running Nova."
  :syntax-table nova-mode-syntax-table
  (setq-local comint-prompt-regexp "^\\(?:nova> \\|  \\.\\.\\. \\)" comint-prompt-read-only t)
  (setq-local font-lock-defaults '(nova-font-lock-keywords)))

;;;###autoload
(defun run-nova ()
  "Start Nova beside the text, or show the one that runs."
  (interactive)
  (let ((process-environment (cons "TERM=dumb" process-environment)))
    (with-current-buffer (make-comint "nova" nova-program)
      (unless (derived-mode-p 'inferior-nova-mode) (inferior-nova-mode))))
  (display-buffer "*nova*"))

(defun nova-send-region (begin end)
  "Send what stands from BEGIN to END to the Nova beside the text."
  (interactive "r")
  (unless (comint-check-proc "*nova*") (run-nova))
  (comint-send-string "*nova*" (concat (string-trim (buffer-substring-no-properties begin end)) "\n")))

(defun nova-send-last-sexp ()
  "Send the form before the cursor."
  (interactive)
  (nova-send-region (save-excursion (backward-sexp) (point)) (point)))

(defun nova-send-buffer ()
  "Send the whole buffer."
  (interactive)
  (nova-send-region (point-min) (point-max)))

;; The mode.

(defvar nova-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-x C-e") #'nova-send-last-sexp)
    (define-key map (kbd "C-c C-r") #'nova-send-region)
    (define-key map (kbd "C-c C-b") #'nova-send-buffer)
    (define-key map (kbd "C-c C-z") #'run-nova)
    (define-key map (kbd "C-c C-f") #'nova-format-buffer)
    map)
  "Keys of `nova-mode'.")

;;;###autoload
(define-derived-mode nova-mode prog-mode "Nova"
  "Editing Nova programs."
  (setq-local comment-start ";" comment-start-skip ";+[ \t]*" comment-end ""
              font-lock-defaults '(nova-font-lock-keywords)
              syntax-propertize-function nova-syntax-propertize
              parse-sexp-ignore-comments t
              indent-line-function #'nova-indent-line
              indent-tabs-mode nil
              fill-column 120))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.nv\\'" . nova-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(nova-mode . (,nova-program "lsp"))))

(provide 'nova-mode)
;;; nova-mode.el ends here
