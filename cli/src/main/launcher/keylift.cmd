@echo off
rem SPDX-FileCopyrightText: The Keylift authors
rem SPDX-License-Identifier: Apache-2.0
rem Runs keylift.jar of the same folder.
set "KEYLIFT_JAVA=java"
if defined JAVA_HOME set "KEYLIFT_JAVA=%JAVA_HOME%\bin\java"
"%KEYLIFT_JAVA%" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 %KEYLIFT_JAVA_OPTS% -jar "%~dp0keylift.jar" %*
