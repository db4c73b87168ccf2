From Twist Require Export Atlas.
From Coq Require String.
Import ListNotations.
Import String.StringSyntax.
Local Open Scope string_scope.

Definition entries : list entry := [
  Entry 1 [[]] (parse 1 4 1 [Repeat "1" 4 1]
    "0");
  Entry 1 [[1]] (parse 1 1 1 []
    "1");
  Entry 2 [[]] (parse 2 8 2 [Repeat "21" 4 1]
    "00");
  Entry 2 [[1]] (parse 2 8 2 [Repeat "33" 4 1]
    "00");
  Entry 2 [[2]] (parse 2 2 2 []
    "21");
  Entry 2 [[1]; [2]] (parse 2 8 2 [Repeat "33" 4 1]
    "00");
  Entry 2 [[1; 2]] (parse 2 2 1 []
    "33");
  Entry 3 [[]] (parse 3 12 3 [Repeat "421" 4 1]
    "000");
  Entry 3 [[1]] (parse 3 24 6 [Repeat "665533" 4 1]
    "000");
  Entry 3 [[2]] (parse 3 48 12 [Repeat "565663633535" 4 1]
    "000");
  Entry 3 [[1]; [2]] (parse 3 24 6 [Repeat "665533" 4 1]
    "000");
  Entry 3 [[1; 2]] (parse 3 12 3 [Repeat "777" 4 1]
    "000");
  Entry 3 [[3]] (parse 3 3 3 []
    "421");
  Entry 3 [[1]; [3]] (parse 3 24 6 [Repeat "665533" 4 1]
    "000");
  Entry 3 [[2]; [3]] (parse 3 48 12 [Repeat "565663633535" 4 1]
    "000");
  Entry 3 [[1]; [2]; [3]] (parse 3 24 6 [Repeat "665533" 4 1]
    "000");
  Entry 3 [[3]; [1; 2]] (parse 3 12 3 [Repeat "777" 4 1]
    "000");
  Entry 3 [[1; 3]] (parse 3 6 3 [Once "665"]
    "561");
  Entry 3 [[2]; [1; 3]] (parse 3 6 3 [Once "665"]
    "561");
  Entry 3 [[1; 2]; [1; 3]] (parse 3 12 3 [Repeat "777" 4 1]
    "000");
  Entry 3 [[2; 3]] (parse 3 5 3 [Once "63"]
    "631");
  Entry 3 [[1]; [2; 3]] (parse 3 14 3 [Once "33"; Repeat "536" 4 1]
    "124");
  Entry 3 [[1; 2]; [2; 3]] (parse 3 12 3 [Repeat "777" 4 1]
    "000");
  Entry 3 [[1; 3]; [2; 3]] (parse 3 3 3 [Once "6"]
    "614");
  Entry 3 [[1; 2]; [1; 3]; [2; 3]] (parse 3 12 3 [Repeat "777" 4 1]
    "000");
  Entry 3 [[1; 2; 3]] (parse 3 3 1 []
    "777");
  Entry 4 [[]] (parse 4 16 4 [Repeat "8421" 4 1]
    "0000");
  Entry 4 [[1]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[1; 2]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3]] (parse 4 48 12 [Repeat "9C69C6639639" 4 1]
    "0000");
  Entry 4 [[1]; [3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]; [3]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2]; [3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[3]; [1; 2]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]; [1; 3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[1; 2]; [1; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 3]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2; 3]] (parse 4 156 36 [Once "DDABAD75"; Repeat "DEEDDEEBEE77EE77D77BB77BBEBBDDBBDD7D" 4 1; Once "D62D42002"]
    "0000");
  Entry 4 [[1; 2]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 3]] (parse 4 152 36 [Once "DDEBB"; Repeat "E7DDEEBDE7BEE77DE7BD77BBE7BDEBBDD7BD" 4 1; Once "63D42"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[4]] (parse 4 4 4 []
    "8421");
  Entry 4 [[1]; [4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]; [4]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2]; [4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[4]; [1; 2]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3]; [4]] (parse 4 48 12 [Repeat "9C69C6639639" 4 1]
    "0000");
  Entry 4 [[1]; [3]; [4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]; [3]; [4]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2]; [3]; [4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[3]; [4]; [1; 2]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[4]; [1; 3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[2]; [4]; [1; 3]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[4]; [1; 2]; [1; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[4]; [2; 3]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [4]; [2; 3]] (parse 4 156 36 [Once "DDABAD75"; Repeat "DEEDDEEBEE77EE77D77BB77BBEBBDDBBDD7D" 4 1; Once "D62D42002"]
    "0000");
  Entry 4 [[4]; [1; 2]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[4]; [1; 3]; [2; 3]] (parse 4 152 36 [Once "DDEBB"; Repeat "E7DDEEBDE7BEE77DE7BD77BBE7BDEBBDD7BD" 4 1; Once "63D42"]
    "0000");
  Entry 4 [[4]; [1; 2]; [1; 3]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 4]] (parse 4 7 4 [Once "669"]
    "9461");
  Entry 4 [[2]; [1; 4]] (parse 4 19 4 [Once "669"; Repeat "9565" 4 1]
    "9060");
  Entry 4 [[1; 2]; [1; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3]; [1; 4]] (parse 4 7 4 [Once "669"]
    "9461");
  Entry 4 [[2]; [3]; [1; 4]] (parse 4 19 4 [Once "669"; Repeat "9565" 4 1]
    "9060");
  Entry 4 [[3]; [1; 2]; [1; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]] (parse 4 7 4 [Once "669"]
    "9461");
  Entry 4 [[2]; [1; 3]; [1; 4]] (parse 4 19 4 [Once "669"; Repeat "9565" 4 1]
    "9060");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 3]] (parse 4 216 52 [Once "DDA"; Repeat "B7D7EBEDE5EE7DBEB7D7E7A77BED7DBEB7B5BBD7EBED7DBDADDE" 4 1; Once "B7C36140602"]
    "0000");
  Entry 4 [[1; 2]; [1; 4]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 3]] (parse 4 56 12 [Once "DDEB7E"; Repeat "7EBED7DBEB7D" 4 1; Once "3612"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 3]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[2; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [2; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[1; 2]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3]; [2; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [3]; [2; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[3]; [1; 2]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 3]; [2; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [2; 3]; [2; 4]] (parse 4 8 4 [Once "DDA9"]
    "A5A5");
  Entry 4 [[1; 2]; [2; 3]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 3]; [2; 4]] (parse 4 152 36 [Once "DDEBB"; Repeat "E7DDEEBDE7BEE77DE7BD77BBE7BDEBBDD7BD" 4 1; Once "63D42"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [2; 3]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 4]] (parse 4 7 4 [Once "669"]
    "9565");
  Entry 4 [[1; 2]; [1; 4]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3]; [1; 4]; [2; 4]] (parse 4 7 4 [Once "669"]
    "9565");
  Entry 4 [[3]; [1; 2]; [1; 4]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 4]] (parse 4 7 4 [Once "669"]
    "9565");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 3]; [2; 4]] (parse 4 58 4 [Once "77A6D7D9D7D9DAD9DADDDADDDAD6DDD6DD"; Repeat "D6DA" 4 1; Once "D6CAC6CAC2CAC2C2"]
    "C0C0");
  Entry 4 [[1; 2]; [1; 4]; [2; 3]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 3]; [2; 4]] (parse 4 56 12 [Once "DDEB7E"; Repeat "7EBED7DBEB7D" 4 1; Once "3612"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 3]; [2; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 2; 4]] (parse 4 12 4 [Once "EEEDDDE9"]
    "9DE1");
  Entry 4 [[3]; [1; 2; 4]] (parse 4 12 4 [Once "EEEDDDE9"]
    "9DE1");
  Entry 4 [[1; 3]; [1; 2; 4]] (parse 4 12 4 [Once "EEEDDDE9"]
    "9DE1");
  Entry 4 [[2; 3]; [1; 2; 4]] (parse 4 12 4 [Once "EEEDDDE9"]
    "9DE1");
  Entry 4 [[1; 3]; [2; 3]; [1; 2; 4]] (parse 4 12 4 [Once "EEEDDDE9"]
    "9DE1");
  Entry 4 [[1; 2; 3]; [1; 2; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[3; 4]] (parse 4 7 4 [Once "C63"]
    "C631");
  Entry 4 [[1]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[2]; [3; 4]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[1; 2]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[2]; [1; 3]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[1; 2]; [1; 3]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 3]; [3; 4]] (parse 4 16 4 [Repeat "A5A5" 4 1]
    "0000");
  Entry 4 [[1]; [2; 3]; [3; 4]] (parse 4 155 36 [Once "EE7DE7BE"; Repeat "77BBE7BDEBBDD7BDE7DDEEBDE7BEE77DE7BD" 4 1; Once "739021"]
    "0000");
  Entry 4 [[1; 2]; [2; 3]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 3]; [3; 4]] (parse 4 155 36 [Once "EE7DE7BE"; Repeat "77BBE7BDEBBDD7BDE7DDEEBDE7BEE77DE7BD" 4 1; Once "739021"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [2; 3]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[3; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 4]; [3; 4]] (parse 4 4 4 [Once "CC3"]
    "38C2");
  Entry 4 [[2]; [1; 4]; [3; 4]] (parse 4 19 4 [Once "669"; Repeat "9565" 4 1]
    "9461");
  Entry 4 [[1; 2]; [1; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [3; 4]] (parse 4 4 4 [Once "CC3"]
    "38C2");
  Entry 4 [[2]; [1; 3]; [1; 4]; [3; 4]] (parse 4 19 4 [Once "669"; Repeat "9565" 4 1]
    "9461");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 3]; [3; 4]] (parse 4 166 36 [Once "77DE77BB5BDBBBDD5"; Repeat "BDD7DDDEEDEEDEE77EE77D777BB7BB7BBDDB" 4 1; Once "BD43D442602"]
    "0000");
  Entry 4 [[1; 2]; [1; 4]; [2; 3]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 3]; [3; 4]] (parse 4 162 36 [Once "77BE7BB7DBDDB"; Repeat "BDD7DDEEEDEEBEE777E77D77BBB7BBEBBDDD" 4 1; Once "BD43D442602"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 3]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [3; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[2; 4]; [3; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [2; 4]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[1; 2]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 4]; [3; 4]] (parse 4 16 4 [Repeat "CC33" 4 1]
    "8020");
  Entry 4 [[1; 2]; [1; 3]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 3]; [2; 4]; [3; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [2; 3]; [2; 4]; [3; 4]] (parse 4 155 36 [Once "EE7DE7BE"; Repeat "77BBE7BDEBBDD7BDE7DDEEBDE7BEE77DE7BD" 4 1; Once "739021"]
    "0000");
  Entry 4 [[1; 2]; [2; 3]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [2; 3]; [2; 4]; [3; 4]] (parse 4 155 36 [Once "EE7DE7BE"; Repeat "77BBE7BDEBBDD7BDE7DDEEBDE7BEE77DE7BD" 4 1; Once "739021"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [2; 3]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[2; 4]; [3; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 4]; [3; 4]] (parse 4 7 4 [Once "669"]
    "9565");
  Entry 4 [[1; 2]; [1; 4]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 4]; [3; 4]] (parse 4 7 4 [Once "669"]
    "9565");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 3]; [2; 4]; [3; 4]] (parse 4 16 4 [Once "DD7BDDEE5A55A"]
    "A6A5");
  Entry 4 [[1; 2]; [1; 4]; [2; 3]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 3]; [1; 4]; [2; 3]; [2; 4]; [3; 4]] (parse 4 162 36 [Once "77BE7BB7DBDDB"; Repeat "BDD7DDEEEDEEBEE777E77D77BBB7BBEBBDDD" 4 1; Once "BD43D442602"]
    "0000");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 3]; [2; 4]; [3; 4]] (parse 4 48 12 [Repeat "EEEDDDBBB777" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 4]; [3; 4]; [1; 2; 3]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[3; 4]; [1; 2; 4]] (parse 4 9 4 [Once "DDDBBBD3"]
    "3BD2");
  Entry 4 [[1; 3]; [3; 4]; [1; 2; 4]] (parse 4 9 4 [Once "DDDBBBD3"]
    "3BD2");
  Entry 4 [[2; 3]; [3; 4]; [1; 2; 4]] (parse 4 9 4 [Once "DDDBBBD3"]
    "3BD2");
  Entry 4 [[1; 3]; [2; 3]; [3; 4]; [1; 2; 4]] (parse 4 9 4 [Once "DDDBBBD3"]
    "3BD2");
  Entry 4 [[3; 4]; [1; 2; 3]; [1; 2; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 3; 4]] (parse 4 4 4 []
    "CC33");
  Entry 4 [[2]; [1; 3; 4]] (parse 4 4 4 []
    "CC33");
  Entry 4 [[1; 2]; [1; 3; 4]] (parse 4 7 4 [Once "777CC73"]
    "CC61");
  Entry 4 [[2; 3]; [1; 3; 4]] (parse 4 8 4 [Once "DD69D66D"]
    "C661");
  Entry 4 [[1; 2]; [2; 3]; [1; 3; 4]] (parse 4 37 4 [Once "DDD77DE77DB37953795"; Repeat "3794" 4 1; Once "37"]
    "9436");
  Entry 4 [[1; 2; 3]; [1; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[2; 4]; [1; 3; 4]] (parse 4 4 4 []
    "CC33");
  Entry 4 [[1; 2]; [2; 4]; [1; 3; 4]] (parse 4 7 4 [Once "777CC73"]
    "CC61");
  Entry 4 [[2; 3]; [2; 4]; [1; 3; 4]] (parse 4 8 4 [Once "DD69D66D"]
    "C661");
  Entry 4 [[1; 2]; [2; 3]; [2; 4]; [1; 3; 4]] (parse 4 37 4 [Once "DDD77DE77DB37953795"; Repeat "3794" 4 1; Once "37"]
    "9436");
  Entry 4 [[2; 4]; [1; 2; 3]; [1; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 2; 4]; [1; 3; 4]] (parse 4 5 4 [Once "DD"]
    "D339");
  Entry 4 [[2; 3]; [1; 2; 4]; [1; 3; 4]] (parse 4 5 4 [Once "DD"]
    "D339");
  Entry 4 [[1; 2; 3]; [1; 2; 4]; [1; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[2; 3; 4]] (parse 4 4 2 []
    "A5A5");
  Entry 4 [[1]; [2; 3; 4]] (parse 4 22 4 [Once "739"; Repeat "E7BD" 4 1; Once "639"]
    "4218");
  Entry 4 [[1; 2]; [2; 3; 4]] (parse 4 7 4 [Once "777"]
    "A5A5");
  Entry 4 [[1; 3]; [2; 3; 4]] (parse 4 22 4 [Once "739"; Repeat "E7BD" 4 1; Once "639"]
    "4218");
  Entry 4 [[1; 2]; [1; 3]; [2; 3; 4]] (parse 4 19 4 [Once "77"; Repeat "7EDB" 4 1; Once "7"]
    "8524");
  Entry 4 [[1; 2; 3]; [2; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 4]; [2; 3; 4]] (parse 4 5 4 [Once "B9"]
    "4398");
  Entry 4 [[1; 2]; [1; 4]; [2; 3; 4]] (parse 4 7 4 [Once "777"]
    "A5A5");
  Entry 4 [[1; 3]; [1; 4]; [2; 3; 4]] (parse 4 18 4 [Once "73"; Repeat "9639" 4 1]
    "8631");
  Entry 4 [[1; 2]; [1; 3]; [1; 4]; [2; 3; 4]] (parse 4 19 4 [Once "77"; Repeat "7EDB" 4 1; Once "7"]
    "8524");
  Entry 4 [[1; 4]; [1; 2; 3]; [2; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 2; 4]; [2; 3; 4]] (parse 4 6 4 [Once "BB"]
    "B5A5");
  Entry 4 [[1; 3]; [1; 2; 4]; [2; 3; 4]] (parse 4 65 16 [Once "DD"; Repeat "DB7BDBDB" 4 1; Repeat "DA7ADADA" 11 3; Once "DA7"]
    "ADA5");
  Entry 4 [[1; 2; 3]; [1; 2; 4]; [2; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 3; 4]; [2; 3; 4]] (parse 4 6 4 [Once "73"]
    "9639");
  Entry 4 [[1; 2]; [1; 3; 4]; [2; 3; 4]] (parse 4 8 4 [Once "EEEBBE7"]
    "9BC3");
  Entry 4 [[1; 2; 3]; [1; 3; 4]; [2; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 2; 4]; [1; 3; 4]; [2; 3; 4]] (parse 4 5 4 [Once "DD"]
    "D379");
  Entry 4 [[1; 2; 3]; [1; 2; 4]; [1; 3; 4]; [2; 3; 4]] (parse 4 16 4 [Repeat "FFFF" 4 1]
    "0000");
  Entry 4 [[1; 2; 3; 4]] (parse 4 4 1 []
    "FFFF")
].
